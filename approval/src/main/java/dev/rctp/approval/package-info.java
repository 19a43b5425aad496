/** What the seller says: held calls, passkeys and the hosted pages (protocol section 7). */
@NullMarked
package dev.rctp.approval;

import org.jspecify.annotations.NullMarked;
