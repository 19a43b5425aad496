/** May they: RFC 7662 introspection of the seller's Agent Grant, and how an operator gets one (GRA-7). */
@NullMarked
package dev.rctp.grant;

import org.jspecify.annotations.NullMarked;
