package dev.rctp.terms.negotiation;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What an offer is (OFF-7), and which move makes what of it. */
public enum OfferState {
    /** Stands, and may be accepted, countered or superseded. */
    OPEN,
    /** Answered by the seller with an offer of their own (OFF-5). */
    COUNTERED,
    /** Accepted by the seller's agent, for the seller to approve. */
    AWAITING_APPROVAL,
    /** Accepted; its checkout holds the listing (OFF-8). */
    ACCEPTED,
    /** Refused by the seller, or overtaken by a sale. */
    DECLINED,
    /** Past its time, or its checkout's. */
    EXPIRED,
    /** Replaced by a later offer of its negotiation (OFF-3). */
    SUPERSEDED,
    /** Below the floor (OFF-6). */
    REFUSED;

    /** Something that happens to an offer. */
    public enum Move {
        /** The seller's agent answers with an offer (OFF-5). */
        COUNTER,
        /** The seller's agent accepts (OFF-8). */
        ACCEPT,
        /** The seller's agent accepts what the seller has still to approve (APR-1). */
        ASK,
        /** The seller approves (APR-6). */
        APPROVE,
        /** The seller says no, or nothing in time (APR-4). */
        DECLINE,
        /** A later offer names it (OFF-3). */
        SUPERSEDE,
        /** Its time ends (OFF-4). */
        EXPIRE,
        /** Its checkout ends unredeemed (OFF-7). */
        LAPSE,
        /** The listing is sold through another offer (OFF-7). */
        SELL_ANOTHER
    }

    private static final Map<OfferState, Map<Move, OfferState>> MOVES = Map.of(
            OPEN,
            Map.of(
                    Move.COUNTER, COUNTERED,
                    Move.ACCEPT, ACCEPTED,
                    Move.ASK, AWAITING_APPROVAL,
                    Move.SUPERSEDE, SUPERSEDED,
                    Move.EXPIRE, EXPIRED,
                    Move.SELL_ANOTHER, DECLINED),
            COUNTERED,
            Map.of(
                    Move.SUPERSEDE, SUPERSEDED,
                    Move.EXPIRE, EXPIRED,
                    Move.SELL_ANOTHER, DECLINED),
            AWAITING_APPROVAL,
            Map.of(
                    Move.APPROVE, ACCEPTED,
                    Move.DECLINE, DECLINED,
                    Move.EXPIRE, EXPIRED,
                    Move.SELL_ANOTHER, DECLINED),
            ACCEPTED,
            Map.of(Move.LAPSE, EXPIRED));

    /** What the move makes of an offer in this state; empty where the move is refused. */
    public Optional<OfferState> after(Move move) {
        return Optional.ofNullable(MOVES.getOrDefault(this, Map.of()).get(move));
    }

    /** As objects and tables write it. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The state of that code; throws {@link IllegalArgumentException} for any other text. */
    public static OfferState ofCode(String code) {
        return valueOf(code.toUpperCase(Locale.ROOT));
    }
}
