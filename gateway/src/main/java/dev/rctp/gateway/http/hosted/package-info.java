/** The door for sellers' browsers: hosted pages and what they call (APR-5, APR-8, APR-9). */
@NullMarked
package dev.rctp.gateway.http.hosted;

import org.jspecify.annotations.NullMarked;
