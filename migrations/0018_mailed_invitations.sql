-- Links of invitations from before schema 17 prove nothing, for whether they were mailed was not written beside them. It stands
-- in the mails: link and mail were made in one change, with one moment. Where the mailed address led was not kept, and an owner
-- could choose it then; so this holds for the first workspace alone, whose owners may vouch for anybody.
UPDATE one_time_links SET proves = 1
WHERE purpose = 'invitation' AND proves = 0 AND EXISTS (
  SELECT 1
  FROM invitations i
  JOIN installation o ON o.workspace_seq = i.workspace_seq
  JOIN mails m ON m.workspace_seq = i.workspace_seq AND m.recipient = i.email
  WHERE i.seq = one_time_links.invitation_seq AND m.kind = 'invitation' AND m.state IN ('pending', 'sent')
    AND m.created_at = one_time_links.created_at
);
