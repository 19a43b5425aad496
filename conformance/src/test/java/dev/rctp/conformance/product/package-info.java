/** The project's own gateway as a target: the generated configuration, and a clock that can be moved. */
@NullMarked
package dev.rctp.conformance.product;

import org.jspecify.annotations.NullMarked;
