/** The enforcement point that a marketplace mounts in front of its API. */
@NullMarked
package dev.rctp.gateway;

import org.jspecify.annotations.NullMarked;
