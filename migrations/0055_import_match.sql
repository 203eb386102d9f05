-- Which column held what, so that the next file with these headings is matched by itself.
ALTER TABLE imports ADD COLUMN match TEXT;
