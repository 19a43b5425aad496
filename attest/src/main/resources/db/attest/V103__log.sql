-- The log of chain heads (REC-7): an append-only Merkle tree (RFC 6962 2.1) over the heads of all chains.

-- Its one row. Whoever appends locks it, so one gateway of those on the database appends at a time.
CREATE TABLE log_state (
    one          boolean PRIMARY KEY DEFAULT true CHECK (one),
    size         bigint NOT NULL CHECK (size >= 0),  -- leaves
    looked_at_ms bigint NOT NULL                     -- when heads were last looked through, milliseconds since 1970
);
INSERT INTO log_state (size, looked_at_ms) VALUES (0, 0);

-- The hash of each complete subtree: of 2^level leaves, the first of which has the number place * 2^level. Never changed, never removed.
CREATE TABLE log_node (
    level smallint NOT NULL,
    place bigint NOT NULL,
    hash  bytea NOT NULL CHECK (octet_length(hash) = 32),
    PRIMARY KEY (level, place)
);

-- The last leaf of each chain: the head it had then.
CREATE TABLE log_head (
    subject_type text COLLATE "C" NOT NULL,
    subject_id   text COLLATE "C" NOT NULL,
    seq          bigint NOT NULL,
    hash         text NOT NULL,
    leaf         bigint NOT NULL,  -- its number in the log
    PRIMARY KEY (subject_type, subject_id)
);

-- What was signed of the log, as it was published; the newest has the highest number.
CREATE TABLE log_checkpoint (
    number       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    size         bigint NOT NULL,
    note         text NOT NULL,
    signed_at_ms bigint NOT NULL
);
