-- Whose agent made a buyer's offer, once more: so that those whose operator may trade no more are found without reading the others (OPR-6).
ALTER TABLE offer ADD COLUMN operator text COLLATE "C";

UPDATE offer o SET operator = n.operator FROM negotiation n WHERE n.negotiation_id = o.negotiation_id AND o.made_by = 'buyer';

ALTER TABLE offer ADD CHECK ((made_by = 'buyer') = (operator IS NOT NULL));

DROP INDEX offer_live;
CREATE INDEX offer_live ON offer (operator, expires_at)
    WHERE state IN ('open', 'countered', 'awaiting_approval') AND operator IS NOT NULL;
