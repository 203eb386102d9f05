-- How many deliveries of each endpoint wait, without counting them: kept with each change (src/webhooks/waiting.ts). Of a removed endpoint
-- it is not kept any more.
CREATE TABLE waiting_deliveries (
  endpoint_seq INTEGER PRIMARY KEY REFERENCES webhook_endpoints (seq),
  deliveries INTEGER NOT NULL
) STRICT;

INSERT INTO waiting_deliveries (endpoint_seq, deliveries)
SELECT endpoint_seq, count(*) FROM deliveries WHERE state = 'pending'
GROUP BY 1;
