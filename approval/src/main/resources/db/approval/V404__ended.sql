-- A seller's approvals are read page by page, in this order and by this key (MGT-1).
CREATE INDEX approval_of_seller ON approval (seller, expires_at, approval_id);
DROP INDEX approval_by_seller;

-- What ended long enough ago is removed, the oldest first, and so are tickets.
CREATE INDEX approval_ended ON approval (decided_at) WHERE state <> 'pending';
CREATE INDEX enrolment_ticket_ending ON enrolment_ticket (expires_at);
CREATE INDEX enrolment_challenge_ending ON enrolment_challenge (expires_at);
