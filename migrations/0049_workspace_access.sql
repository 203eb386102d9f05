-- Whether everybody in a workspace needs a second factor.
ALTER TABLE workspaces ADD COLUMN second_factor_required INTEGER NOT NULL DEFAULT 0 CHECK (second_factor_required IN (0, 1));

-- Sessions up to this number have nothing of the workspace any more, though their person belongs to it: an owner has ended them.
ALTER TABLE memberships ADD COLUMN ended_sessions INTEGER NOT NULL DEFAULT 0;
