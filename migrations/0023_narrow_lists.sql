-- Lists that show few of many rows, each with an index of those few.

CREATE INDEX mails_by_workspace ON mails (workspace_seq, seq) WHERE kind <> 'new_sign_in';
CREATE INDEX mails_by_kind ON mails (kind, seq);

CREATE INDEX products_below_zero ON products (workspace_seq, search_text, seq) WHERE quantity < 0;
-- By the name without its spaces, which leads in the text that a product is found by.
CREATE INDEX products_by_bare_name ON products (
  workspace_seq, replace(substr(search_text, 1, instr(search_text, char(10)) - 1), ' ', ''), search_text, seq
);
