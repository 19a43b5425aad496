-- The profile's keys as each gateway publishes them, and the one that was chosen to sign for all of them (MGT-1, REC-5).
CREATE TABLE published_key (
    gateway  text COLLATE "C" NOT NULL,   -- gateway_id
    kid      text COLLATE "C" NOT NULL,
    can_sign boolean NOT NULL,            -- whether that gateway has its private part
    since    timestamptz NOT NULL,        -- published without a break, by the gateway's clock
    seen_at  timestamptz NOT NULL,        -- when the gateway was last alive, by this clock
    PRIMARY KEY (gateway, kid)
);

-- No row: each gateway signs with its configuration's profile.signing_key.
CREATE TABLE chosen_key (
    one    boolean PRIMARY KEY DEFAULT true CHECK (one),
    kid    text COLLATE "C" NOT NULL
);
