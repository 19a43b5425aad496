/** What operators and the marketplace are told of changes: stored with each change, delivered in order until taken (WHK-1). */
@NullMarked
package dev.rctp.gateway.webhook;

import org.jspecify.annotations.NullMarked;
