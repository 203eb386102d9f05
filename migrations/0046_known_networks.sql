-- The networks that each person has signed in from: there they have tries that nobody elsewhere uses up.
CREATE TABLE known_networks (
  -- SHA-256 of the network.
  network_hash TEXT NOT NULL,
  person_seq INTEGER NOT NULL REFERENCES people (seq),
  last_used_at INTEGER NOT NULL,
  PRIMARY KEY (network_hash, person_seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX known_networks_by_person ON known_networks (person_seq, last_used_at);
