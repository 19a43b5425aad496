-- Webhooks that are still to be delivered (WHK-1), written with the change that they tell of; a row goes when it is delivered or given up.

-- whk_ and 130 random bits: the bytes of two UUIDs but for those that hold their version and variant.
CREATE FUNCTION webhook_id() RETURNS text LANGUAGE sql VOLATILE AS $$
    SELECT 'whk_' || string_agg(substr('abcdefghijklmnopqrstuvwxyz234567', 1 + (get_byte(bytes, place) & 31), 1), '')
    FROM (SELECT uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) AS bytes) AS random,
         unnest(ARRAY[0,1,2,3,4,5,7,9,10,11,12,13,14,15,16,17,18,19,20,21,23,25,26,27,28,29]) AS place
$$;

CREATE TABLE webhook (
    place        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,  -- their order
    webhook_id   text COLLATE "C" NOT NULL DEFAULT webhook_id() UNIQUE,
    receiver     text COLLATE "C" NOT NULL,                        -- an operator's profile, or 'marketplace'
    type         text NOT NULL,
    subject      text COLLATE "C" NOT NULL,
    status       text NOT NULL,
    approval_url text,
    made_at      timestamptz NOT NULL,
    due_at       timestamptz NOT NULL,                             -- when it is tried next; of one being tried, when its lease ends
    attempts     integer NOT NULL DEFAULT 0                        -- fences what an attempt leaves
);

CREATE INDEX webhook_due ON webhook (receiver, due_at, place);
CREATE INDEX webhook_line ON webhook (receiver, subject, place);

-- The operators whose agents have acted on a listing for its seller, who are told what buyers do.
CREATE TABLE listing_agent (
    listing_id text COLLATE "C" NOT NULL,
    seller     text COLLATE "C" NOT NULL,
    operator   text COLLATE "C" NOT NULL,
    PRIMARY KEY (listing_id, seller, operator)
);
