/** What reaches the marketplace (PRX). */
@NullMarked
package dev.rctp.conformance.breakable.upstream;

import org.jspecify.annotations.NullMarked;
