/** Who is calling: RFC 9421 message signatures, RFC 9530 digests, UCP profiles and their keys. */
@NullMarked
package dev.rctp.msgsig;

import org.jspecify.annotations.NullMarked;
