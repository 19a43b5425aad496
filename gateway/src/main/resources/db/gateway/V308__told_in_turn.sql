-- What the marketplace is told of a deal's events goes in their order, one at a time (EVT-5): the number of the event's entry; null for a call
-- whose caller waits for the marketplace.
ALTER TABLE intent ADD COLUMN turn bigint;

CREATE INDEX intent_turn ON intent (subject_id, turn) WHERE turn IS NOT NULL;
