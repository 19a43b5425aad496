/** The hot pieces of a governed call alone, by JMH. */
@NullMarked
package dev.rctp.bench.jmh;

import org.jspecify.annotations.NullMarked;
