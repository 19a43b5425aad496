package dev.rctp.terms;

import dev.rctp.registries.Money;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Money as JSON (protocol section 1). */
final class MoneyJson {

    private MoneyJson() {}

    /** The money that the object holds; empty for anything else, such as a fraction or a member more. */
    static Optional<Money> read(JsonNode value) {
        JsonNode amount = value.path("amount");
        JsonNode currency = value.path("currency");
        boolean wellFormed = value.isObject()
                && value.size() == 2
                && amount.isIntegralNumber()
                && amount.canConvertToLong()
                && amount.longValue() >= 0
                && amount.longValue() <= Money.MAX_AMOUNT
                && currency.isString()
                && currency.stringValue().matches("[A-Z]{3}");
        return wellFormed ? Optional.of(new Money(amount.longValue(), currency.stringValue())) : Optional.empty();
    }
}
