-- What cursors are hidden with (src/base/crypto/hidden-numbers.ts). It protects nothing that whoever reads this file does not see anyway,
-- and goes with it: a cursor stays good where a backup is restored on another machine.
ALTER TABLE installation ADD COLUMN cursor_key BLOB;
UPDATE installation SET cursor_key = randomblob(32);
