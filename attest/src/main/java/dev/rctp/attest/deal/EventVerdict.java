package dev.rctp.attest.deal;

import java.util.Map;

/** What became of checking an event (EVT-1). */
public sealed interface EventVerdict {

    /**
     * It is what it should be; its {@code iat} is not judged yet.
     *
     * @param event the event
     */
    record Verified(VerifiedEvent event) implements EventVerdict {}

    /**
     * 400 {@code request_invalid}.
     *
     * @param sentence what is wrong with it; quotes nothing of it
     * @param detail the same by the JSON pointer of the claim; empty where it is none of them, but the JWS
     */
    record Refused(String sentence, Map<String, String> detail) implements EventVerdict {

        /** Keeps its own copy of the map. */
        public Refused {
            detail = Map.copyOf(detail);
        }

        /** For one claim, of which the words say what is wrong, such as {@code is too far ahead}. */
        public static Refused claim(String name, String words) {
            return new Refused("The event's " + name + " " + words + ".", Map.of("/" + name, words));
        }
    }
}
