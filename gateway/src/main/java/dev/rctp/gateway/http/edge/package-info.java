/** The listening side: connections, heads, governed exchanges and the relay of what is not governed (PRX-4, PRX-5). */
@NullMarked
package dev.rctp.gateway.http.edge;

import org.jspecify.annotations.NullMarked;
