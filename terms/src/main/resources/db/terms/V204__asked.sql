-- An offer whose acceptance its seller was asked about (APR-1): by which approval, and until when silence is no answer yet (APR-4).
ALTER TABLE offer
    ADD COLUMN awaiting       text COLLATE "C",
    ADD COLUMN awaiting_until timestamptz;

CREATE INDEX offer_awaiting ON offer (awaiting) WHERE awaiting IS NOT NULL;

-- What still waits for an answer, for those who end it (OPR-6).
CREATE INDEX offer_live ON offer (expires_at) WHERE state IN ('open', 'countered', 'awaiting_approval');
