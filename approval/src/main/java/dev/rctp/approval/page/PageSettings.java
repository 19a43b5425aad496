package dev.rctp.approval.page;

import java.util.List;

/**
 * What the configuration says about the pages.
 *
 * @param rpId the passkeys' RP id, shown as the site that asks (APR-3)
 * @param frameAncestors the origins that may embed the approval page (APR-5); empty for none
 */
public record PageSettings(String rpId, List<String> frameAncestors) {

    /** Keeps its own copy of the origins. */
    public PageSettings {
        frameAncestors = List.copyOf(frameAncestors);
    }
}
