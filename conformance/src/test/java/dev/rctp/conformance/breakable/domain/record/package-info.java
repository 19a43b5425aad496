/** The breakable gateway's hash chains (section 9). */
@NullMarked
package dev.rctp.conformance.breakable.domain.record;

import org.jspecify.annotations.NullMarked;
