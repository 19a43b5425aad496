-- Which entries of a deal's chain hold its parties' events (EVT-1): the entries themselves have all that was said.
CREATE TABLE deal_event (
    deal_id text COLLATE "C" NOT NULL,
    seq     bigint NOT NULL,
    PRIMARY KEY (deal_id, seq)
);
