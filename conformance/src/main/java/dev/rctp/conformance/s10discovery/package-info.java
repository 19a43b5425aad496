/** Tests of section 10: discovery (DIS). */
@NullMarked
package dev.rctp.conformance.s10discovery;

import org.jspecify.annotations.NullMarked;
