/** Who runs an agent: UCP profiles, their keys, and the cache that keeps both (OPR-1 to OPR-5). */
@NullMarked
package dev.rctp.msgsig.profile;

import org.jspecify.annotations.NullMarked;
