-- What was done with inquiries before it stood in the workspace's history, which is read by time. Keys of the rows are not looked
-- at there, so that it does no harm that these come late.
INSERT INTO audit_log (workspace_seq, at, actor_type, actor_id, request_id, action, subject, changes)
SELECT i.workspace_seq, h.at, h.actor_type, h.actor_id, h.request_id, 'inquiry.' || h.kind,
  lower(
    substr(hex(i.id), 1, 8) || '-' || substr(hex(i.id), 9, 4) || '-' || substr(hex(i.id), 13, 4) || '-'
    || substr(hex(i.id), 17, 4) || '-' || substr(hex(i.id), 21)
  ),
  CASE WHEN h.note IS NULL THEN h.changes ELSE json_object('note', json_object('from', NULL, 'to', h.note)) END
FROM inquiry_history h
JOIN inquiries i ON i.seq = h.inquiry_seq
ORDER BY h.at, h.inquiry_seq, h.number;
