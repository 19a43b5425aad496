/** Tests of section 3: the Agent Grant (GRA). */
@NullMarked
package dev.rctp.conformance.s03grant;

import org.jspecify.annotations.NullMarked;
