package dev.rctp.gateway.store;

import dev.rctp.attest.LedgerUnavailableException;
import dev.rctp.gateway.enforce.StoreUnavailableException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is done to rows, some in each round and each by itself, by which a row leaves those that are found. One that can't be read or written holds
 * up no other, neither in its round nor by being found first again: the next round passes over it, until all have been tried.
 */
final class OneByOne {

    private volatile int toPass;

    /** What is done to one. */
    interface Work<T> {
        void to(T one) throws LedgerUnavailableException, InterruptedException;
    }

    /** How many of the rows, in an order that stays, the next round passes over. */
    int toPass() {
        return toPass;
    }

    /**
     * Does it to each that was found, and throws what the first that failed threw once all were tried; a database that is away ends it at once.
     *
     * @param more whether there may be more than were found
     */
    <T> void each(List<T> found, boolean more, Work<T> work) throws LedgerUnavailableException, InterruptedException {
        int stay = 0;
        IllegalStateException failed = null;
        for (T one : found) {
            try {
                work.to(one);
            } catch (StoreUnavailableException e) {
                throw e;
            } catch (LedgerUnavailableException e) {
                if (!e.isOfThisUnit()) {
                    throw e;
                }
                stay++;
                failed = failed(one, e, failed);
            } catch (RuntimeException e) {
                stay++;
                failed = failed(one, e, failed);
            }
        }
        toPass = more ? toPass + stay : 0;
        if (failed != null) {
            throw failed;
        }
    }

    private static IllegalStateException failed(Object one, Exception cause, @Nullable IllegalStateException earlier) {
        IllegalStateException failed = new IllegalStateException("nothing could be written down of " + one, cause);
        if (earlier == null) {
            return failed;
        }
        earlier.addSuppressed(failed);
        return earlier;
    }
}
