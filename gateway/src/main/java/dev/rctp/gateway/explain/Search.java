package dev.rctp.gateway.explain;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tries what signers do wrong until the signature verifies: nothing, one change of the base, two; each reading, each key. */
final class Search {

    /**
     * What verifies.
     *
     * @param form the reading of the signature
     * @param key the key
     * @param changes what the signer did to the base; empty for nothing
     * @param base the signer's base
     */
    record Hit(SignatureForm form, CandidateKey key, List<Change> changes, BaseText base) {}

    private final List<SignatureForm> forms;
    private final List<CandidateKey> keys;
    private final List<Change> changes;
    private final int most;
    private int tried;

    /**
     * A search.
     *
     * @param forms the readings of the signature, the plainest first
     * @param keys the keys, the one that {@code keyid} names first
     * @param changes what may have been done to the base
     * @param most how many verifications it may cost
     */
    Search(List<SignatureForm> forms, List<CandidateKey> keys, List<Change> changes, int most) {
        this.forms = forms;
        this.keys = keys;
        this.changes = changes;
        this.most = most;
    }

    /** How many bases, readings and keys were tried. */
    int tried() {
        return tried;
    }

    @Nullable
    Hit run(BaseText expected) {
        Hit plain = verify(expected, List.of(), keys);
        if (plain != null) {
            return plain;
        }
        List<CandidateKey> first = keys.subList(0, Math.min(1, keys.size()));
        List<CandidateKey> rest = keys.subList(first.size(), keys.size());
        Hit single = singles(expected, first);
        single = single == null ? singles(expected, rest) : single;
        Hit pair = single == null ? pairs(expected, first) : single;
        return pair == null ? pairs(expected, rest) : pair;
    }

    private @Nullable Hit singles(BaseText expected, List<CandidateKey> by) {
        for (Change change : changes) {
            Hit hit = verify(change.to().apply(expected), List.of(change), by);
            if (hit != null) {
                return hit;
            }
        }
        return null;
    }

    private @Nullable Hit pairs(BaseText expected, List<CandidateKey> by) {
        for (int i = 0; i < changes.size() && !by.isEmpty(); i++) {
            Change one = changes.get(i);
            for (Change two : changes.subList(i + 1, changes.size())) {
                if (one.place().equals(two.place())) {
                    continue;
                }
                Hit hit = verify(two.to().apply(one.to().apply(expected)), List.of(one, two), by);
                if (hit != null || tried >= most) {
                    return hit;
                }
            }
        }
        return null;
    }

    private @Nullable Hit verify(BaseText base, List<Change> made, List<CandidateKey> by) {
        byte[] octets = base.bytes();
        for (CandidateKey key : by) {
            for (SignatureForm form : forms) {
                if (tried++ < most && key.key().verify(octets, form.bytes())) {
                    return new Hit(form, key, made, base);
                }
            }
        }
        return null;
    }

    /** The changes whose result has these octets; empty where none or no pair has. */
    List<Change> leadingTo(byte[] octets, BaseText expected) {
        String wanted = new String(octets, java.nio.charset.StandardCharsets.ISO_8859_1);
        for (Change change : changes) {
            if (tried++ >= most) {
                return List.of();
            }
            if (text(change.to().apply(expected)).equals(wanted)) {
                return List.of(change);
            }
        }
        List<Change> some = new ArrayList<>();
        BaseText base = expected;
        Change next = nearest(some, base, wanted);
        while (next != null) {
            some.add(next);
            base = next.to().apply(base);
            next = nearest(some, base, wanted);
        }
        return text(base).equals(wanted) ? some : List.of();
    }

    /** The change that brings the base nearest to what is wanted; null where none brings it nearer, or no try is left. */
    private @Nullable Change nearest(List<Change> made, BaseText base, String wanted) {
        Change nearest = null;
        long least = missed(base, wanted);
        for (Change change : changes) {
            if (tried++ >= most) {
                return null;
            }
            boolean free = made.stream().noneMatch(other -> other.place().equals(change.place()));
            long missed = free ? missed(change.to().apply(base), wanted) : least;
            if (missed < least) {
                nearest = change;
                least = missed;
            }
        }
        return nearest;
    }

    /** How many lines of the one text are not lines of the other. */
    private static long missed(BaseText base, String wanted) {
        Set<String> lines = new HashSet<>(List.of(wanted.split("\n", -1)));
        Set<String> own = new HashSet<>(List.of(text(base).split("\n", -1)));
        return own.stream().filter(line -> !lines.contains(line)).count()
                + lines.stream().filter(line -> !own.contains(line)).count();
    }

    private static String text(BaseText base) {
        return new String(base.bytes(), java.nio.charset.StandardCharsets.ISO_8859_1);
    }
}
