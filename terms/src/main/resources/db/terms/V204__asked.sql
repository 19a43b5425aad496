-- An offer whose acceptance its seller was asked about (APR-1): by which approval, and until when silence is no answer yet (APR-4).
ALTER TABLE offer
    ADD COLUMN awaiting       text COLLATE "C",
    ADD COLUMN awaiting_until timestamptz;

CREATE INDEX offer_awaiting ON offer (awaiting) WHERE awaiting IS NOT NULL;

-- Prices that wait for their seller's word, whose count is given back when that is yes (OFF-9).
CREATE TABLE asked_price (
    approval_id text COLLATE "C" PRIMARY KEY,
    listing_id  text COLLATE "C" NOT NULL,
    operator    text COLLATE "C" NOT NULL,
    agent       text COLLATE "C" NOT NULL,
    asked_at    timestamptz NOT NULL
);

-- What still waits for an answer, for those who end it (OPR-6).
CREATE INDEX offer_live ON offer (expires_at) WHERE state IN ('open', 'countered', 'awaiting_approval');
