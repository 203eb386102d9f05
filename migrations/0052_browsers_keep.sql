-- Whether browsers keep today's orders, to be read without a connection, and what was typed and not sent yet.
ALTER TABLE workspaces ADD COLUMN browsers_keep INTEGER NOT NULL DEFAULT 1 CHECK (browsers_keep IN (0, 1));
