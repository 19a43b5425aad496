-- The gateways of this database, one row for each process, and the operators that each has onboarded: what begins at one isn't ended by
-- another which doesn't know the operator, or not any more (OPR-6).
CREATE TABLE running_gateway (
    run       text COLLATE "C" PRIMARY KEY,   -- of one process: several may share a gateway_id
    gateway   text COLLATE "C" NOT NULL,      -- gateway_id
    onboarded text[] NOT NULL,                -- profiles, as calls and webhooks name them
    traders   text[] NOT NULL,                -- those of them that may begin something
    since     timestamptz NOT NULL,           -- alive since then without a break, by this clock
    seen_at   timestamptz NOT NULL,           -- when it was last alive, by this clock
    stopped   boolean NOT NULL DEFAULT false  -- in good order; counts on for a while, or until the next one of its gateway_id starts
);
