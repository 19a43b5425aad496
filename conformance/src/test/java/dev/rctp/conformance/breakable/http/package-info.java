/** HTTP/1.1 as the breakable gateway reads and writes it (PRX-7). */
@NullMarked
package dev.rctp.conformance.breakable.http;

import org.jspecify.annotations.NullMarked;
