/** The vocabulary of RCTP: verbs, reasons, term sets, schemas, canonical JSON. */
@NullMarked
package dev.rctp.registries;

import org.jspecify.annotations.NullMarked;
