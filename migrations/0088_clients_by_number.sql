-- Without it, each step through the clients of a file reads and sorts all of the shop's clients.
CREATE INDEX clients_by_number ON clients (workspace_seq, seq) WHERE merged_into IS NULL;
