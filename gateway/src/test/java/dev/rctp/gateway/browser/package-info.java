/** The pages that people decide on, in headless Chromium. */
@NullMarked
package dev.rctp.gateway.browser;

import org.jspecify.annotations.NullMarked;
