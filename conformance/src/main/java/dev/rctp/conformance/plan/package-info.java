/** What a tester says about the target: plan.yaml. */
@NullMarked
package dev.rctp.conformance.plan;

import org.jspecify.annotations.NullMarked;
