package dev.rctp.terms;

import dev.rctp.registries.Money;

/** A listing's private floor, in memory only while a call is decided (INV-1): it answers one question, and its text shows nothing. */
public final class Floor {

    private final Money floor;

    Floor(Money floor) {
        this.floor = floor;
    }

    /** Whether the price, in the listing's currency, is below it; equal to it is not (OFF-6, B101). Throws {@link IllegalArgumentException} for another currency (B98). */
    public boolean isAbove(Money price) {
        if (!price.currency().equals(floor.currency())) {
            throw new IllegalArgumentException("a price in another currency than the listing's");
        }
        return price.amount() < floor.amount();
    }

    @Override
    public String toString() {
        return "Floor[***]";
    }
}
