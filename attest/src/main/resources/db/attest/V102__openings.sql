-- REC-6: what one side alone may know of an entry, which commits to it. The party's own read carries it.
CREATE TABLE opening (
    subject_type text COLLATE "C" NOT NULL,
    subject_id   text COLLATE "C" NOT NULL,
    seq          bigint NOT NULL,
    path         text NOT NULL,    -- JSON pointer from the entry's root
    party        text NOT NULL,
    salt         text NOT NULL,
    value        text NOT NULL,    -- canonical JSON
    PRIMARY KEY (subject_type, subject_id, seq, path)
);
