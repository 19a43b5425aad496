/** An append-only Merkle log of chain heads (RFC 6962 2.1, RFC 9162 2.1): what shows that the end of a chain, or a whole chain, was removed (REC-7). */
@NullMarked
package dev.rctp.attest.log;

import org.jspecify.annotations.NullMarked;
