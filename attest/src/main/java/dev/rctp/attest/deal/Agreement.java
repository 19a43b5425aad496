package dev.rctp.attest.deal;

import dev.rctp.registries.Money;
import dev.rctp.registries.ReleaseCondition;
import dev.rctp.registries.ReleaseConditions;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * What a deal's money hangs on, fixed when it was opened: the deal's first entry has it, by which the record is judged, and the same unit wrote it
 * into the deal's row, by which the gateway judges.
 *
 * @param dealId {@code dea_…}
 * @param buyer who opened it
 * @param price what the amounts of its events must be (EVT-4)
 * @param release when held funds may be released
 * @param deliverWithinDays days from {@code funds_held} after which what was not received may be refunded
 * @param lapsesAt when it lapses unless {@code funds_held} was recorded before (EVT-6)
 */
public record Agreement(
        String dealId, Party buyer, Money price, ReleaseCondition release, int deliverWithinDays, Instant lapsesAt) {

    /**
     * Reads the first entry of a deal's chain: of its body {@code operator}, {@code caller}, {@code offer.deal_terms.price},
     * {@code release_condition}, {@code deliver_within_days} and {@code lapses_at}; empty when one is missing, malformed or not registered.
     */
    public static Optional<Agreement> of(JsonNode firstEntry, ReleaseConditions conditions) {
        JsonNode body = firstEntry.path("body");
        JsonNode price = body.path("offer").path("deal_terms").path("price");
        JsonNode days = body.path("deliver_within_days");
        if (!price.path("amount").canConvertToLong() || !days.isInt() || days.intValue() < 1) {
            return Optional.empty();
        }
        try {
            Money money = new Money(
                    price.path("amount").longValue(), price.path("currency").asString(""));
            Party buyer = new Party(text(body, "operator"), text(body, "caller"));
            Instant lapsesAt = Instant.parse(text(body, "lapses_at"));
            String id = text(firstEntry.path("subject"), "id");
            return conditions
                    .find(text(body, "release_condition"))
                    .map(release -> new Agreement(id, buyer, money, release, days.intValue(), lapsesAt));
        } catch (IllegalArgumentException | DateTimeParseException e) {
            return Optional.empty();
        }
    }

    private static String text(JsonNode object, String member) {
        String text = object.path(member).asString("");
        if (text.isEmpty()) {
            throw new IllegalArgumentException("an entry without " + member);
        }
        return text;
    }
}
