/** The documents and the launcher are held to what the program does. */
@NullMarked
package dev.rctp.gateway.docs;

import org.jspecify.annotations.NullMarked;
