@NullMarked
package dev.rctp.approval.page;

import org.jspecify.annotations.NullMarked;
