-- Deals that may lapse, for whoever writes that down (EVT-6).
CREATE INDEX deal_lapsing ON deal (lapses_at) WHERE state = 'open';
