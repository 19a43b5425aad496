-- Whose passkeys a chain tells of: its id says nothing of the seller (REC-6). Chains that there are keep the id they have.
CREATE TABLE seller_chain (
    seller   text COLLATE "C" PRIMARY KEY,
    chain_id text COLLATE "C" NOT NULL UNIQUE
);

-- A new database has no such table yet.
DO $$
BEGIN
    IF to_regclass('passkey_seller') IS NOT NULL THEN
        INSERT INTO seller_chain (seller, chain_id)
        SELECT s.seller, h.subject_id FROM passkey_seller s
        JOIN chain_head h
            ON h.subject_type = 'seller' AND h.subject_id = encode(sha256(convert_to(s.seller, 'UTF8')), 'hex');
    END IF;
END $$;
