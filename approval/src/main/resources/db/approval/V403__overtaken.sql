-- What a seller is asked about a listing stands only while the listing is what it was (LST-7).
ALTER TABLE approval
    ADD COLUMN listing_seen text,                 -- the listing when its seller was asked; null where the question is of no listing's
    ADD COLUMN overtaken_at timestamptz;          -- when it became another, written with that change

CREATE INDEX approval_of_listing ON approval (slot) WHERE state = 'pending' AND listing_seen IS NOT NULL;
CREATE INDEX approval_overtaken ON approval (overtaken_at) WHERE state = 'pending' AND overtaken_at IS NOT NULL;

DROP TRIGGER approval_changed ON approval;
CREATE TRIGGER approval_changed AFTER UPDATE OF state, result, overtaken_at ON approval
    FOR EACH ROW EXECUTE FUNCTION approval_changed();
