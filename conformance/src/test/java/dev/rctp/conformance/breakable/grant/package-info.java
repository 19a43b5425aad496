/** What the authorization server says of a token (GRA). */
@NullMarked
package dev.rctp.conformance.breakable.grant;

import org.jspecify.annotations.NullMarked;
