@NullMarked
package dev.rctp.gateway.webhook;

import org.jspecify.annotations.NullMarked;
