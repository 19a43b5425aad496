-- REC-1: the last entry of each chain. Appending locks this row, so a chain has one writer at a time.
CREATE TABLE chain_head (
    subject_type text COLLATE "C" NOT NULL,
    subject_id   text COLLATE "C" NOT NULL,
    seq          bigint NOT NULL,  -- 0 only inside the transaction that makes the chain
    hash         text NOT NULL,    -- the prev_hash of the next entry
    at_ms        bigint NOT NULL,  -- the last entry's "at", milliseconds since 1970
    PRIMARY KEY (subject_type, subject_id)
);

-- REC-2: entries, as the very bytes that are hashed and signed; no other form of them is kept.
CREATE TABLE entry (
    subject_type text COLLATE "C" NOT NULL,
    subject_id   text COLLATE "C" NOT NULL,
    seq          bigint NOT NULL CHECK (seq >= 1),
    jcs          bytea NOT NULL,
    hash         text NOT NULL,
    PRIMARY KEY (subject_type, subject_id, seq)
);
