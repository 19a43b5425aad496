/** What a person or a machine reads of a run. */
@NullMarked
package dev.rctp.conformance.report;

import org.jspecify.annotations.NullMarked;
