/** The byte check before the HTTP decoder: what frames a request may be read in one way only (PRX-7). */
@NullMarked
package dev.rctp.gateway.http.framing;

import org.jspecify.annotations.NullMarked;
