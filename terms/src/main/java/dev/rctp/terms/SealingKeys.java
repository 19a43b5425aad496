package dev.rctp.terms;

import java.util.List;
import java.util.stream.Stream;

/**
 * The keys of private terms.
 *
 * @param current seals from now on
 * @param retired open what they sealed before
 */
public record SealingKeys(SealingKey current, List<SealingKey> retired) {

    /** Throws {@link IllegalArgumentException} when two keys have one id. */
    public SealingKeys {
        retired = List.copyOf(retired);
        long ids = Stream.concat(Stream.of(current), retired.stream())
                .map(SealingKey::id)
                .distinct()
                .count();
        if (ids != retired.size() + 1) {
            throw new IllegalArgumentException("two sealing keys have one id");
        }
    }

    /** The key of that id; throws {@link IllegalStateException} when it is not configured any more. */
    SealingKey get(String id) {
        return Stream.concat(Stream.of(current), retired.stream())
                .filter(key -> key.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("sealing key " + id + " is not configured"));
    }
}
