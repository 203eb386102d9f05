-- The history of a workspace by who, what and when, without a walk over all that others did.

-- By time within each actor, in place of by time alone: there are few actors, so a page of all is merged out of their ranges, and a
-- create still writes one index.
DROP INDEX order_history_by_workspace;
CREATE INDEX order_history_by_actor ON order_history (workspace_seq, actor_type, actor_id, at);

-- What an action is about, by what it begins with; src/orders/desk/history-places.ts spells it the same.
CREATE INDEX audit_log_by_kind ON audit_log (
  workspace_seq,
  CASE substr(action, 1, instr(action, '.'))
    WHEN 'inquiry.' THEN 'inquiries' WHEN 'api_key.' THEN 'keys' WHEN 'webhook_endpoint.' THEN 'webhooks'
    WHEN 'person.' THEN 'people' ELSE 'workspace' END,
  at
);
CREATE INDEX audit_log_by_actor ON audit_log (
  workspace_seq,
  actor_type,
  actor_id,
  CASE substr(action, 1, instr(action, '.'))
    WHEN 'inquiry.' THEN 'inquiries' WHEN 'api_key.' THEN 'keys' WHEN 'webhook_endpoint.' THEN 'webhooks'
    WHEN 'person.' THEN 'people' ELSE 'workspace' END,
  at
);
