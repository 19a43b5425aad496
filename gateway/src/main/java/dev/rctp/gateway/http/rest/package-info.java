/** The REST door: routes, documents and answers of the agents' HTTP interface (DEC-2, DEC-3, DIS-1, DIS-2). */
@NullMarked
package dev.rctp.gateway.http.rest;

import org.jspecify.annotations.NullMarked;
