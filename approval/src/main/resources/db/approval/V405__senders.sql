-- Whose look or form it was, so that one sender's don't take the place of another's (APR-8): a mark that says nothing of an address to
-- whoever lacks its key, which no table has.
ALTER TABLE approval_challenge ADD COLUMN sender text COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE approval_terms ADD COLUMN sender text COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE enrolment_challenge
    ADD COLUMN sender text COLLATE "C" NOT NULL DEFAULT '',
    ADD COLUMN place  bigint GENERATED ALWAYS AS IDENTITY; -- their order
