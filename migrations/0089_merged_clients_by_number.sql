-- A client's file and a forgetting walk merged clients too: without them in it, each step sorted all of the shop's.
DROP INDEX clients_by_number;
CREATE INDEX clients_by_number ON clients (workspace_seq, seq);
