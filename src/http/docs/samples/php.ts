import { JSON_MEDIA } from '../api-document.ts';
import { BASE, type Call } from './call.ts';
import { type Notation, written } from './written.ts';

/** Quotes a text. Within single quotes, PHP treats all characters literally except these two. */
const text = (value: string): string => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const variable = (name: string): string => `getenv(${text(name)})`;
const NOTATION: Notation = {
  text,
  key: (name) => `${text(name)} => `,
  variable,
  words: { true: 'true', false: 'false', null: 'null' },
  object: ['[', ']'],
  // An empty array would be encoded as a list.
  empty: '(object) []',
  step: '    ',
};

export function phpOf({ method, path, headers, body }: Call): string {
  const parts = path.map((part, at) => {
    if (typeof part !== 'string') return variable(part.name);
    return text(at === 0 ? BASE + part : part);
  });
  return `<?php
$context = stream_context_create(['http' => [
    'method' => '${method}',
    'header' => [
        'Authorization: Bearer ' . getenv('DOCKET_KEY'),
${headers.map(([name, value]) => `        ${text(`${name}: `)} . ${variable(value.name)},\n`).join('')}${body === undefined ? '' : `        'Content-Type: ${JSON_MEDIA}',\n`}    ],
${body === undefined ? '' : `    'content' => json_encode(${written(body, NOTATION, '    ')}),\n`}    'ignore_errors' => true, // a refusal has a body too
    'timeout' => 30,
]]);
$text = file_get_contents(${parts.join(' . ')}, false, $context);
$answer = json_decode($text === false ? '' : $text, true, flags: JSON_THROW_ON_ERROR);
if (!$answer['ok']) throw new Exception("{$answer['code']}: {$answer['message']}");
echo json_encode($answer['data'], JSON_PRETTY_PRINT | JSON_UNESCAPED_UNICODE), "\\n";
`;
}
