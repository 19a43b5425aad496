/** The release is held to what its page says: the archive, the unit, the image's description and the chart. */
@NullMarked
package dev.rctp.packaging;

import org.jspecify.annotations.NullMarked;
