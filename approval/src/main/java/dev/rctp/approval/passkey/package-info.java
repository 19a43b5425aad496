/** Sellers' passkeys: enrolling them, and judging what they sign (WebAuthn Level 3; APR-3, APR-9). */
@NullMarked
package dev.rctp.approval.passkey;

import org.jspecify.annotations.NullMarked;
