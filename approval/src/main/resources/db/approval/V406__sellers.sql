-- A seller's rows are found without reading those of all others (REC-6).
CREATE INDEX approval_queue_of_seller ON approval_queue (seller);
