-- What is published, one row for each key of each process: several may share a gateway_id, and one that has no longer, or not yet, what another
-- publishes counts all the same. What was written before is as if of a process that is named as its gateway_id.
ALTER TABLE published_key ADD COLUMN run text COLLATE "C";
UPDATE published_key SET run = gateway;
ALTER TABLE published_key DROP CONSTRAINT published_key_pkey;
ALTER TABLE published_key ADD PRIMARY KEY (run, kid);
CREATE INDEX published_key_gateway ON published_key (gateway, kid);
