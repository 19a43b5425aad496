/** Structured Field Values for HTTP (RFC 9651): their types, strict parsing and canonical serialization. */
@NullMarked
package dev.rctp.msgsig.fields;

import org.jspecify.annotations.NullMarked;
