-- Terms that a seller approved (LST-4), kept for good: an offer is judged by the terms it was made under (LST-5).
-- Their commitment names them: a fresh salt makes it different for each submission.
CREATE TABLE listing_terms (
    listing_id       text COLLATE "C" NOT NULL,
    terms_commitment text COLLATE "C" NOT NULL,
    term_set         text NOT NULL,
    public_terms     text NOT NULL,         -- canonical JSON
    sealed_terms     bytea NOT NULL,        -- salt and all terms, AES-256-GCM; the floor stands nowhere else
    sealing_key_id   text NOT NULL,
    approved_at      timestamptz NOT NULL,
    PRIMARY KEY (listing_id, terms_commitment)
);

-- What the gateway knows of the marketplace's listings (LST-9). One without terms_commitment has no approved terms (LST-6).
CREATE TABLE listing (
    listing_id       text COLLATE "C" PRIMARY KEY,
    seller           text COLLATE "C" NOT NULL,
    title            text NOT NULL,
    list_amount      bigint NOT NULL CHECK (list_amount BETWEEN 0 AND 9007199254740991),
    list_currency    text NOT NULL,
    term_set         text NOT NULL,
    terms_commitment text COLLATE "C",
    closed           boolean NOT NULL DEFAULT false,
    -- judged at commit, so that a listing and its first terms may come in either order
    FOREIGN KEY (listing_id, terms_commitment) REFERENCES listing_terms DEFERRABLE INITIALLY DEFERRED
);

CREATE INDEX listing_by_seller ON listing (seller);
