-- The first line of a file without headings was remembered as if it were them: names, phones and addresses of clients.
-- Whoever imports such a file next chooses its columns once more.
UPDATE imports SET match = NULL
WHERE match IS NOT NULL AND EXISTS (
  SELECT 1 FROM json_each(iif(json_type(match) = 'array', match, json_extract(match, '$.columns'))) AS one
  WHERE json_extract(one.value, '$[0]') GLOB '*@*'
    OR json_extract(one.value, '$[0]') GLOB '*[0-9]*[0-9]*[0-9]*[0-9]*[0-9]*'
);
