-- One price at a time is on its way to the marketplace (LST-5, PRX-2): two would arrive there in either order. Names the intent.
ALTER TABLE listing ADD COLUMN repricing text COLLATE "C";

-- A checkout that its buyer could not redeem in time, through no fault of its own, counts against nobody (OFF-10).
ALTER TABLE checkout ADD COLUMN excused boolean NOT NULL DEFAULT false;

-- The highest prices are kept by agent and currency from now on; those without a currency compare with nothing any more.
