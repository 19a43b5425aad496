-- REC-7: since when the head of a chain has been another than that of its last leaf in the log, milliseconds since 1970; null while it is that
-- one. Set where a head is written, and cleared after the leaf was appended: to look for heads that changed reads those, not all there are.
ALTER TABLE chain_head ADD COLUMN unlogged_ms bigint DEFAULT 0;

-- Has none but these, in the order in which they are taken up; a head that changes once more writes nothing here.
CREATE INDEX chain_head_unlogged ON chain_head (unlogged_ms) WHERE unlogged_ms IS NOT NULL;
