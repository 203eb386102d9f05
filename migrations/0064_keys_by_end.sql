-- A page lists the keys that are valid and the newest of those that are revoked, which may be many. Their sources are counted.
DROP INDEX api_keys_by_workspace;
CREATE INDEX api_keys_by_workspace ON api_keys (workspace_seq, revoked_at);
CREATE INDEX api_keys_by_source ON api_keys (workspace_seq, source);
