/** What sellers are asked and what they say: answers by passkey, and the calls they let go on (protocol section 7). */
@NullMarked
package dev.rctp.gateway.seller;

import org.jspecify.annotations.NullMarked;
