/** The hosted pages that a seller decides and enrols on (APR-5, APR-9): pure rendering of values, no I/O. */
@NullMarked
package dev.rctp.approval.page;

import org.jspecify.annotations.NullMarked;
