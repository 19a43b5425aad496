/** Why a request's signature fails, in words: mistakes that signers make, tried one after the other until one verifies. */
@NullMarked
package dev.rctp.gateway.explain;

import org.jspecify.annotations.NullMarked;
