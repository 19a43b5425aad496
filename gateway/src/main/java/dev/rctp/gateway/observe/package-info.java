/** What operations see of a running gateway: metrics, and the phases of calls in metrics and traces alike. Decides nothing. */
@NullMarked
package dev.rctp.gateway.observe;

import org.jspecify.annotations.NullMarked;
