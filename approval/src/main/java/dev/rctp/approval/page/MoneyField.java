package dev.rctp.approval.page;

import static dev.rctp.approval.page.Html.tag;

import dev.rctp.registries.Money;
import dev.rctp.registries.TermType;
import java.math.BigInteger;
import java.text.DecimalFormatSymbols;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** The field of an amount in the list price's currency. */
final class MoneyField {

    private final FieldText text;
    private final Tongue tongue;
    private final Money listPrice;

    MoneyField(FieldText text, Tongue tongue, Money listPrice) {
        this.text = text;
        this.tongue = tongue;
        this.listPrice = listPrice;
    }

    Html html(TermType.Amount type, @Nullable JsonNode value) {
        Money least = percent(type.minimumPercent() == null ? 0 : type.minimumPercent(), true);
        Money most = type.maximumPercent() == null
                ? new Money(Money.MAX_AMOUNT, listPrice.currency())
                : percent(type.maximumPercent(), false);
        String currency = listPrice.currency();
        Html input = text.input(
                        text.id(), text.id() + "-hint" + (text.term().isPrivate() ? " " + text.id() + "-private" : ""))
                .with("type", "text")
                .with("inputmode", "decimal")
                .with("value", proposed(value))
                .of();
        return text.around("div", "money")
                .with("data-currency", currency)
                .with("data-digits", Integer.toString(Tongue.digits(currency).orElse(0)))
                .with(
                        "data-mark",
                        String.valueOf(DecimalFormatSymbols.getInstance(tongue.locale())
                                .getDecimalSeparator()))
                .with("data-min", Long.toString(least.amount()))
                .with("data-max", Long.toString(most.amount()))
                .of(
                        tag("label").with("for", text.id()).of(text.label()),
                        tag("div")
                                .styled("money")
                                .of(
                                        input,
                                        tag("span").with("aria-hidden", "true").of(currency)),
                        text.error(tongue.say("rule.money", tongue.money(least), tongue.money(most))),
                        tag("p").id(text.id() + "-hint")
                                .styled("hint")
                                .of(
                                        Html.text(tongue.say("field.money", tongue.money(least), tongue.money(most))),
                                        Html.text(" "),
                                        tag("output")
                                                .with("for", text.id())
                                                .with("data-echo", tongue.say("field.echo"))
                                                .with("data-echo-proposed", tongue.say("field.echo.proposed"))
                                                .of()),
                        text.privacy());
    }

    private String proposed(@Nullable JsonNode value) {
        JsonNode amount = value == null ? MissingNode.getInstance() : value.path("amount");
        boolean fits = value != null
                && listPrice.currency().equals(value.path("currency").stringValue(""))
                && amount.isIntegralNumber()
                && amount.canConvertToLong()
                && amount.longValue() >= 0
                && amount.longValue() <= Money.MAX_AMOUNT;
        return fits ? tongue.typed(new Money(amount.longValue(), listPrice.currency())) : "";
    }

    /** That part of the list price, as the terms are judged: in whole minor units inside the bound. */
    private Money percent(int percent, boolean up) {
        BigInteger part = BigInteger.valueOf(listPrice.amount())
                .multiply(BigInteger.valueOf(percent))
                .add(BigInteger.valueOf(up ? 99 : 0))
                .divide(BigInteger.valueOf(100));
        return new Money(part.min(BigInteger.valueOf(Money.MAX_AMOUNT)).longValueExact(), listPrice.currency());
    }
}
