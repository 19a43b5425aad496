/** How the breakable gateway asks a seller: passkeys, challenges, hosted calls (section 7). */
@NullMarked
package dev.rctp.conformance.breakable.domain.approval;

import org.jspecify.annotations.NullMarked;
