-- The link of a mail that waits, sealed; it is put into the words when they are sent. NULL of a mail without one.
ALTER TABLE mails ADD COLUMN link TEXT;

-- The step beside this file then takes the links out of the mails that wait, and seals them. So it does with the secrets of
-- endpoints and second factors (src/storage/schema/seal-secrets.ts).

-- Name of the key whose recovery sheet was last shown, to be printed or saved.
ALTER TABLE backup_settings ADD COLUMN sheet_key TEXT;
