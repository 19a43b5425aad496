-- A seller's approvals are read page by page, in this order and by this key (MGT-1).
CREATE INDEX approval_of_seller ON approval (seller, expires_at, approval_id);
DROP INDEX approval_by_seller;
