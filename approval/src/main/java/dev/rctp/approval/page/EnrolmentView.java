package dev.rctp.approval.page;

/** What {@code GET /enroll} has to show (APR-9). */
public sealed interface EnrolmentView {

    /**
     * The ticket is good.
     *
     * @param ticket the ticket, as it was sent
     * @param another whether the seller has a passkey already, which must confirm the new one
     */
    record Ready(String ticket, boolean another) implements EnrolmentView {

        /** Names no ticket: it is worth a passkey. */
        @Override
        public String toString() {
            return "Ready[another=" + another + "]";
        }
    }

    /** The ticket is missing, expired, or not one for this gateway. */
    record TicketInvalid() implements EnrolmentView {}

    /** The ticket was used before. */
    record TicketUsed() implements EnrolmentView {}

    /** The gateway can't say at the moment (DEC-5), or too many ask. */
    record Unavailable() implements EnrolmentView {}
}
