-- Calls that wait for their seller (protocol section 7).
CREATE TABLE approval (
    approval_id text COLLATE "C" PRIMARY KEY,
    operator    text COLLATE "C" NOT NULL,
    agent       text COLLATE "C" NOT NULL,
    seller      text COLLATE "C" NOT NULL,
    action      text NOT NULL,
    slot        text COLLATE "C" NOT NULL,        -- what it is about: one waits for each at a time (APR-1)
    question    text NOT NULL,                    -- canonical JSON
    held        bytea,                            -- the call, sealed: exact body, token and all; erased once decided (APR-6)
    held_key_id text NOT NULL,
    expires_at  timestamptz NOT NULL,
    state       text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'approved', 'declined', 'expired')),
    decided_at  timestamptz,
    commitment  text COLLATE "C",                 -- of the terms whose challenge was signed
    result      text,                             -- the decision on the held call
    -- of whoever carries out what was approved; each take-over counts attempts up
    lease_until timestamptz,
    attempts    integer NOT NULL DEFAULT 0
);

CREATE INDEX approval_waiting ON approval (operator, agent, seller) WHERE state = 'pending';
CREATE INDEX approval_by_seller ON approval (seller, expires_at);
CREATE INDEX approval_ending ON approval (expires_at) WHERE state = 'pending';
CREATE INDEX approval_to_carry_out ON approval (lease_until) WHERE state = 'approved' AND result IS NULL;
CREATE INDEX approval_held_under ON approval (held_key_id) WHERE held IS NOT NULL;

-- One row is one lock: an agent's questions to a seller are counted and made in one write (APR-1).
CREATE TABLE approval_queue (
    operator text COLLATE "C" NOT NULL,
    agent    text COLLATE "C" NOT NULL,
    seller   text COLLATE "C" NOT NULL,
    PRIMARY KEY (operator, agent, seller)
);

-- What a passkey may sign for an approval, each once (APR-3): taken by the first response that names it, good or bad; gone with the end.
CREATE TABLE approval_challenge (
    challenge   text COLLATE "C" PRIMARY KEY,     -- base64url
    approval_id text COLLATE "C" NOT NULL REFERENCES approval,
    answer      text NOT NULL CHECK (answer IN ('approve', 'decline')),
    details     text NOT NULL,                    -- the signed object, canonical JSON
    commitment  text COLLATE "C",
    made_at     timestamptz NOT NULL,
    used_at     timestamptz
);

CREATE INDEX approval_challenge_of ON approval_challenge (approval_id, made_at);

-- Terms that came through a form, side by side until a signature picks one (APR-8); gone with the end.
CREATE TABLE approval_terms (
    approval_id    text COLLATE "C" NOT NULL REFERENCES approval,
    commitment     text COLLATE "C" NOT NULL,
    public_terms   text NOT NULL,
    sealed_terms   bytea NOT NULL,
    sealing_key_id text NOT NULL,
    made_at        timestamptz NOT NULL,
    PRIMARY KEY (approval_id, commitment)
);

-- Wakes those who wait for an approval, in every process.
CREATE FUNCTION approval_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('rctp_approval', NEW.approval_id);
    RETURN NULL;
END $$;

CREATE TRIGGER approval_changed AFTER UPDATE OF state, result ON approval FOR EACH ROW EXECUTE FUNCTION approval_changed();
