-- Offers, checkouts and deals (protocol section 6). "moving" names the intent whose step the row takes part in until the
-- marketplace has answered (PRX-2): a veto puts the row back, and no other step begins on it meanwhile.

-- All that one agent's key and one listing have to do with each other (OFF-2), for as long as it is this seller's.
CREATE TABLE negotiation (
    negotiation_id text COLLATE "C" PRIMARY KEY,
    listing_id     text COLLATE "C" NOT NULL REFERENCES listing,
    seller         text COLLATE "C" NOT NULL,
    operator       text COLLATE "C" NOT NULL,
    buyer          text COLLATE "C" NOT NULL,
    UNIQUE (listing_id, buyer, operator, seller)
);

CREATE TABLE offer (
    offer_id         text COLLATE "C" PRIMARY KEY,
    negotiation_id   text COLLATE "C" NOT NULL REFERENCES negotiation,
    listing_id       text COLLATE "C" NOT NULL,
    made_by          text NOT NULL CHECK (made_by IN ('buyer', 'seller')),
    amount           bigint NOT NULL CHECK (amount BETWEEN 0 AND 9007199254740991),
    currency         text NOT NULL,
    fulfillment      text NOT NULL,
    payment          text NOT NULL,
    terms_commitment text COLLATE "C" NOT NULL,   -- the terms it was made under and is judged by (LST-5, OFF-8)
    supersedes       text COLLATE "C",
    countered_offer  text COLLATE "C",            -- the buyer's offer that a seller's one answers
    expires_at       timestamptz NOT NULL,
    made_at          timestamptz NOT NULL,
    state            text NOT NULL CHECK (state IN
        ('open', 'countered', 'awaiting_approval', 'accepted', 'declined', 'expired', 'superseded', 'refused')),
    state_before     text,                        -- where a veto puts it back; null for one that a veto unmakes
    moving           text COLLATE "C",
    FOREIGN KEY (listing_id, terms_commitment) REFERENCES listing_terms
);

CREATE INDEX offer_by_listing ON offer (listing_id);
CREATE INDEX offer_by_negotiation ON offer (negotiation_id);
CREATE INDEX offer_moving ON offer (moving) WHERE moving IS NOT NULL;
CREATE INDEX offer_countering ON offer (countered_offer) WHERE countered_offer IS NOT NULL;

-- An accepted offer holds its listing until its checkout ends (OFF-8): no sweeper is needed to give it back.
ALTER TABLE listing
    ADD COLUMN reserved_for   text COLLATE "C",
    ADD COLUMN reserved_until timestamptz;

-- The accepted offer's checkout (CHK-1), as the very text that the buyer gets.
CREATE TABLE checkout (
    digest     text COLLATE "C" PRIMARY KEY,      -- of the text: another spelling of it is not it
    text       text NOT NULL,
    offer_id   text COLLATE "C" NOT NULL UNIQUE REFERENCES offer,
    listing_id text COLLATE "C" NOT NULL,
    operator   text COLLATE "C" NOT NULL,
    buyer      text COLLATE "C" NOT NULL,
    expires_at timestamptz NOT NULL,
    redeemed   text COLLATE "C"                   -- the deal
);

CREATE INDEX checkout_by_buyer ON checkout (listing_id, operator, expires_at);

CREATE TABLE deal (
    deal_id        text COLLATE "C" PRIMARY KEY,
    offer_id       text COLLATE "C" NOT NULL UNIQUE REFERENCES offer,
    negotiation_id text COLLATE "C" NOT NULL REFERENCES negotiation,
    listing_id     text COLLATE "C" NOT NULL,
    state          text NOT NULL,
    opened_at      timestamptz NOT NULL,
    moving         text COLLATE "C"
);

CREATE INDEX deal_moving ON deal (moving) WHERE moving IS NOT NULL;

-- Prices that were refused or fell, counted for whoever tried them on a listing (OFF-6, OFF-9): for an operator's agents each and together.
-- One row is one lock: counting and deciding are one write.
CREATE TABLE price_budget (
    listing_id text COLLATE "C" NOT NULL,
    side       text NOT NULL CHECK (side IN ('buyer', 'seller')),
    operator   text COLLATE "C" NOT NULL,
    highest    jsonb NOT NULL,                    -- agent: the highest price it has named
    counted_at timestamptz[] NOT NULL,
    counted_by text[] NOT NULL,                   -- the agents, in the same order
    PRIMARY KEY (listing_id, side, operator)
);
