package dev.rctp.msgsig.fields;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Keys of Parameters and Dictionaries (RFC 9651 3.1.2, 4.1.1.3). */
final class Keys {

    private Keys() {}

    /** An unmodifiable copy in the same order; throws {@link IllegalArgumentException} for text that is not a key. */
    static <V> Map<String, V> copyChecked(Map<String, V> entries) {
        entries.keySet().forEach(Keys::check);
        return Collections.unmodifiableMap(new LinkedHashMap<>(entries));
    }

    private static void check(String key) {
        boolean valid = !key.isEmpty() && Characters.isKeyStart(key.charAt(0));
        for (int i = 1; valid && i < key.length(); i++) {
            valid = Characters.isKey(key.charAt(i));
        }
        if (!valid) {
            throw new IllegalArgumentException("not a key");
        }
    }
}
