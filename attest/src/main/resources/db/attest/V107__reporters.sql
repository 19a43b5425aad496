-- Who reported each event, so that telling a deal's operators takes no entry apart while its chain is locked.
ALTER TABLE deal_event ADD COLUMN operator text COLLATE "C";
UPDATE deal_event d SET operator = convert_from(e.jcs, 'UTF8')::jsonb #>> '{body,operator}'
FROM entry e WHERE (e.subject_type, e.subject_id, e.seq) = ('deal', d.deal_id, d.seq);
ALTER TABLE deal_event ALTER COLUMN operator SET NOT NULL;
