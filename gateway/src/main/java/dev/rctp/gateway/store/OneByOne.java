package dev.rctp.gateway.store;

import dev.rctp.attest.LedgerUnavailableException;
import dev.rctp.gateway.enforce.StoreUnavailableException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is done to each of several rows by itself: one that can't be read or written holds up no other. */
interface OneByOne<T> {

    /** Does it to one. */
    void to(T one) throws LedgerUnavailableException, InterruptedException;

    /** Does it to each, and throws what the first that failed threw once all were tried; a database that is away ends it at once. */
    static <T> void each(List<T> all, OneByOne<T> work) throws LedgerUnavailableException, InterruptedException {
        IllegalStateException failed = null;
        for (T one : all) {
            try {
                work.to(one);
            } catch (StoreUnavailableException e) {
                throw e;
            } catch (LedgerUnavailableException e) {
                if (!e.isOfThisUnit()) {
                    throw e;
                }
                failed = failed(one, e, failed);
            } catch (RuntimeException e) {
                failed = failed(one, e, failed);
            }
        }
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
