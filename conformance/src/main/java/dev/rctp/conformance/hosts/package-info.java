/** What the runner hosts for the gateway under test: authorization server, marketplace, operators, webhooks and a passkey. */
@NullMarked
package dev.rctp.conformance.hosts;

import org.jspecify.annotations.NullMarked;
