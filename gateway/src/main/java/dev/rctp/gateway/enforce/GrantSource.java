package dev.rctp.gateway.enforce;

import dev.rctp.grant.GrantUndecidedException;
import dev.rctp.grant.GrantVerdict;
import org.jspecify.annotations.Nullable;

/** Where the grant behind a call is asked for, anew on every call (GRA-1). */
public interface GrantSource {

    /**
     * The grant, or why there is none (GRA-3).
     *
     * @param authorization the {@code Authorization} field; null where there is none
     * @param jkt the thumbprint of the key that signed the call
     * @throws GrantUndecidedException where it can't be known now (GRA-4)
     */
    GrantVerdict check(@Nullable String authorization, String jkt) throws GrantUndecidedException, InterruptedException;

    /**
     * The grant behind a call that was held, whose token may have lapsed meanwhile (APR-6), or why there is none.
     *
     * @param authorization the {@code Authorization} field that the call came with
     * @param jkt the thumbprint of the key that signed the call
     * @throws GrantUndecidedException where it can't be known now (GRA-4)
     */
    GrantVerdict recheck(@Nullable String authorization, String jkt)
            throws GrantUndecidedException, InterruptedException;
}
