-- Through which deal a listing was sold, written in the listing's own row when the deal begins: whoever waits for that row sees it (LST-9).
-- Null where it is for sale; a deal that was refunded or has lapsed may stand here until the listing is told of anew.
ALTER TABLE listing ADD COLUMN sold_by text COLLATE "C";

UPDATE listing l SET sold_by = d.deal_id FROM deal d
WHERE d.listing_id = l.listing_id AND d.state NOT IN ('lapsed', 'refunded');

-- What is asked in transactions that others wait for reads no whole table.
CREATE INDEX negotiation_of_seller ON negotiation (seller);
CREATE INDEX deal_of_negotiation ON deal (negotiation_id);
