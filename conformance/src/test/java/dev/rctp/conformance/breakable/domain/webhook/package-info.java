/** Webhooks of the breakable gateway (WHK-1). */
@NullMarked
package dev.rctp.conformance.breakable.domain.webhook;

import org.jspecify.annotations.NullMarked;
