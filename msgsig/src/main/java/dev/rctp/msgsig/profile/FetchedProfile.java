package dev.rctp.msgsig.profile;

import org.jspecify.annotations.Nullable;

/**
 * A profile host's answer.
 *
 * @param status the status code
 * @param cacheControl the {@code Cache-Control} field, lines joined by commas; null where there is none
 * @param body the raw body
 */
public record FetchedProfile(int status, @Nullable String cacheControl, byte[] body) {}
