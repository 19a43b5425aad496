/** TEST ONLY: the small HTTP server, pages, keys and journal that the sandbox's parts are made of. */
@NullMarked
package dev.rctp.gateway.sandbox.loopback;

import org.jspecify.annotations.NullMarked;
