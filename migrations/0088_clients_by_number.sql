-- Without it, each step through the clients of a file reads and sorts all of the shop's clients. Merged ones are in it:
-- a client's file and a forgetting walk through them too.
CREATE INDEX clients_by_number ON clients (workspace_seq, seq);
