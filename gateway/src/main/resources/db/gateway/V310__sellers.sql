-- A seller's rows are found without reading those of all others (REC-6).
CREATE INDEX listing_agent_of_seller ON listing_agent (seller);
