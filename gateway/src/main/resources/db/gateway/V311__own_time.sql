-- When an event was first told of: from then on it has its own time, however long those before it took (EVT-5).
ALTER TABLE intent ADD COLUMN tried_at timestamptz;
-- The role whose information an event is: only information of the same role waits for it. Null for what is no information.
ALTER TABLE intent ADD COLUMN informs text;
