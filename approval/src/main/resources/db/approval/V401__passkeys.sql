-- Sellers' passkeys (APR-3) and what enrols them (APR-9).

-- Who ever had a passkey: another one needs more than a ticket, also when all that there were are withdrawn.
CREATE TABLE passkey_seller (
    seller text COLLATE "C" PRIMARY KEY
);

CREATE TABLE passkey (
    credential_id   text COLLATE "C" PRIMARY KEY,     -- base64url
    seller          text COLLATE "C" NOT NULL REFERENCES passkey_seller,
    public_key      text NOT NULL,                    -- canonical JWK, checked again at each read (B58)
    user_handle     text COLLATE "C" NOT NULL,        -- base64url
    backup_eligible boolean,
    sign_count      bigint NOT NULL CHECK (sign_count BETWEEN 0 AND 4294967295),
    registered_at   timestamptz NOT NULL,
    last_used_at    timestamptz
);

CREATE INDEX passkey_by_seller ON passkey (seller);

-- Tickets that enrolled a passkey; kept until they would have expired.
CREATE TABLE enrolment_ticket (
    ticket_id  text COLLATE "C" PRIMARY KEY,          -- its jti
    expires_at timestamptz NOT NULL
);

-- Challenges that were shown with a ticket; each dies with the first response to it (B52).
CREATE TABLE enrolment_challenge (
    challenge  text COLLATE "C" PRIMARY KEY,          -- base64url
    ticket_id  text COLLATE "C" NOT NULL,
    expires_at timestamptz NOT NULL
);

CREATE INDEX enrolment_challenge_by_ticket ON enrolment_challenge (ticket_id);
