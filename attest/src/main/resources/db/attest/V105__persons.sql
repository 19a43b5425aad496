-- REC-6: about whom an opening is, a seller's pseudonym, so that it can be erased; null where it is about nobody.
ALTER TABLE opening ADD COLUMN person text COLLATE "C";

UPDATE opening SET person = coalesce(value::jsonb ->> 'seller', value::jsonb #>> '{details,seller}')
WHERE value LIKE '%"seller"%';

CREATE INDEX opening_person ON opening (person) WHERE person IS NOT NULL;
