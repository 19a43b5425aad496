-- The fact that an Idempotency-Key was used stays for good; the outcome is dropped after its time (IDM-1).
CREATE TABLE call (
    caller          text        NOT NULL,
    action          text        NOT NULL,
    idempotency_key text        NOT NULL,
    fingerprint     text        NOT NULL,
    outcome         text,
    answered_at     timestamptz,
    PRIMARY KEY (caller, action, idempotency_key)
);

CREATE INDEX call_kept_outcome ON call (answered_at) WHERE outcome IS NOT NULL;

-- A decided call that the marketplace has still to answer; its row goes when it has (PRX-2).
CREATE TABLE intent (
    id              text        NOT NULL PRIMARY KEY,
    caller          text        NOT NULL,
    action          text        NOT NULL,
    idempotency_key text        NOT NULL,
    subject_type    text        NOT NULL,
    subject_id      text        NOT NULL,
    method          text        NOT NULL,
    target          text        NOT NULL,
    fields          text        NOT NULL,
    body            bytea       NOT NULL,
    decided_at      timestamptz NOT NULL,
    lease_until     timestamptz NOT NULL,
    -- fences releases: each take-over counts it up
    attempts        integer     NOT NULL DEFAULT 0
);

CREATE INDEX intent_lease ON intent (lease_until);
