/** The management port: health, readiness and the API of the marketplace itself (MGT-1). */
@NullMarked
package dev.rctp.gateway.management;

import org.jspecify.annotations.NullMarked;
