package dev.rctp.registries;

/** Whose agent performs an action: the seller's needs a grant, the buyer's does not, a party of a deal is known by its key. */
public enum Side {
    SELLER,
    BUYER,
    PARTY
}
