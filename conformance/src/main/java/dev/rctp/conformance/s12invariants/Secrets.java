package dev.rctp.conformance.s12invariants;

import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.world.Listing;
import dev.rctp.registries.CanonicalJson;
import dev.rctp.registries.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What is private of a listing: its floor, which no other number of the test equals, and the salt, which is told by being the one
 * text that makes the commitment of the terms (LST-4). Both are looked for in the text and in whatever JWS it holds.
 */
final class Secrets {

    private static final Pattern JWS_PART = Pattern.compile("eyJ[A-Za-z0-9_-]{8,}");
    private static final Pattern SALT = Pattern.compile("[A-Za-z0-9_-]{22,86}");

    private final Listing listing;
    private final Pattern floor;
    private final Set<String> judged = new HashSet<>();

    Secrets(Listing listing) {
        this.listing = listing;
        this.floor = spellings(listing.floor());
    }

    /** The amount in minor units, written out with and without groups of digits, hexadecimal and in base64. */
    private static Pattern spellings(long amount) {
        String digits = Long.toString(amount);
        String units = Long.toString(amount / 100);
        String cents = String.format(Locale.ROOT, "%02d", amount % 100);
        String grouped = units.replaceAll("(?<=\\d)(?=(\\d{3})+$)", "[ .,'\u00a0\u202f]?");
        String encoded = Base64.getEncoder().withoutPadding().encodeToString(digits.getBytes(StandardCharsets.UTF_8));
        return Pattern.compile("(?<![0-9])(?:" + digits + "|" + grouped + "[.,]" + cents + ")(?![0-9])"
                + "|(?i:(?<![0-9A-Z])(?:0x)?" + Long.toHexString(amount) + "(?![0-9A-Z]))|" + encoded);
    }

    /** Fails the test where the text has one. */
    void absent(Trial t, String where, String text) {
        String found = in(text);
        t.that(found.isEmpty(), "The " + found + " is nowhere in " + where + ".");
    }

    /** What the text has of them, {@code floor} or {@code salt}; empty for nothing. */
    String in(String text) {
        return hasFloor(text) ? "floor" : hasSalt(text) ? "salt" : "";
    }

    private boolean hasFloor(String text) {
        if (floor.matcher(text).find()) {
            return true;
        }
        Matcher part = JWS_PART.matcher(text);
        while (part.find()) {
            if (floor.matcher(decoded(part.group())).find()) {
                return true;
            }
        }
        return false;
    }

    private static String decoded(String part) {
        try {
            return new String(Base64.getUrlDecoder().decode(part), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            return "";
        }
    }

    private boolean hasSalt(String text) {
        Matcher candidate = SALT.matcher(text);
        while (candidate.find()) {
            if (judged.add(candidate.group()) && commits(candidate.group())) {
                return true;
            }
        }
        return false;
    }

    private boolean commits(String salt) {
        ObjectNode committed = JsonNodeFactory.instance.objectNode().put("salt", salt);
        committed.set("terms", listing.terms());
        return listing.commitment().equals(Sha256.text(CanonicalJson.bytes(committed)));
    }
}
