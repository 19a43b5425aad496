-- What a deal's money hangs on, fixed when it was opened (EVT-4), as its first entry says it.
ALTER TABLE deal
    ADD COLUMN release_condition   text,
    ADD COLUMN deliver_within_days integer,
    ADD COLUMN lapses_at           timestamptz,
    -- counts what was reported: whoever was judged by less is judged anew
    ADD COLUMN version             bigint NOT NULL DEFAULT 0,
    -- the intent by which its seller's agent promised to ship, also before the marketplace has taken that (PRX-2)
    ADD COLUMN committed           text COLLATE "C";

UPDATE deal d
SET release_condition = m.public_terms::jsonb ->> 'release_condition',
    deliver_within_days = (m.public_terms::jsonb ->> 'deliver_within_days')::integer,
    lapses_at = d.opened_at + interval '72 hours'
FROM offer o JOIN listing_terms m ON (m.listing_id, m.terms_commitment) = (o.listing_id, o.terms_commitment)
WHERE o.offer_id = d.offer_id;

ALTER TABLE deal
    ALTER COLUMN release_condition SET NOT NULL,
    ALTER COLUMN deliver_within_days SET NOT NULL,
    ALTER COLUMN lapses_at SET NOT NULL;
