/** May they: RFC 7662 introspection of the seller's Agent Grant. */
@NullMarked
package dev.rctp.grant;

import org.jspecify.annotations.NullMarked;
