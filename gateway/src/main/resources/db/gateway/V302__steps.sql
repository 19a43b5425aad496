-- What an accepted call changes here once the marketplace has taken it (PRX-2).
ALTER TABLE intent ADD COLUMN step text NOT NULL DEFAULT '{"step":"plain"}';
