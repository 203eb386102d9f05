export interface MailTexts {
  /** The subject, a single line. */
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export type Paragraph =
  | { readonly kind: 'text' | 'title'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'commands'; readonly lines: readonly string[] }
  | { readonly kind: 'button'; readonly text: string; readonly url: string };

interface Page {
  readonly language: string;
  readonly subject: string;
  readonly heading: string;
  readonly paragraphs: readonly Paragraph[];
  readonly footer: string;
}

const COLUMNS = 76;
const SUBJECT_CHARS = 150;

/** Formats a letter as plain text and as HTML, without images or external resources. */
export function layOut(page: Page): MailTexts {
  const subject = page.subject.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim();
  const text = [page.heading, ...page.paragraphs.map(plain), `-- \n${wrap(page.footer)}`].join('\n\n');
  return { subject: [...subject].slice(0, SUBJECT_CHARS).join(''), text: `${text}\n`, html: htmlOf(page) };
}

function plain(paragraph: Paragraph): string {
  switch (paragraph.kind) {
    case 'text':
      return wrap(paragraph.text);
    case 'title':
      return `${paragraph.text}:`;
    case 'list':
      return paragraph.items.map((item) => wrap(item, '- ', '  ')).join('\n');
    case 'commands':
      return paragraph.lines.map((line) => `    ${line}`).join('\n');
    case 'button':
      return `${paragraph.text}:\n${paragraph.url}`;
    default:
      return paragraph satisfies never;
  }
}

/** A word longer than a line gets its own line, because a link must stay whole. */
function wrap(text: string, first = '', rest = ''): string {
  const lines: string[] = [];
  let line = first;
  for (const word of text.split(/\s+/)) {
    const fits = line.length + 1 + word.length <= COLUMNS;
    const empty = line === first || line === rest;
    if (!fits && !empty) {
      lines.push(line.trimEnd());
      line = rest;
    }
    line += line === first || line === rest ? word : ` ${word}`;
  }
  return [...lines, line].join('\n');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (char) => ENTITIES[char] ?? '');

const FONT = "-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
const STYLE = `
  body { margin: 0; padding: 0; background: #f4f4f2; color: #1d1d1b; font: 16px/1.5 ${FONT}; }
  .sheet { max-width: 560px; margin: 0 auto; padding: 32px 24px; }
  .card { background: #ffffff; border-radius: 12px; padding: 28px 28px 20px; overflow-wrap: anywhere; }
  h1 { font-size: 21px; line-height: 1.3; margin: 0 0 16px; }
  h2 { font-size: 15px; margin: 24px 0 8px; color: #5c5c57; }
  p { margin: 0 0 14px; }
  ul { margin: 0 0 14px; padding-left: 20px; }
  li { margin: 0 0 6px; }
  pre { background: #f4f4f2; border-radius: 8px; padding: 12px 14px; font: 12px/1.6 ui-monospace, Consolas, monospace; white-space: pre-wrap; overflow-wrap: normal; word-break: keep-all; margin: 0 0 14px; }
  .button { display: inline-block; background: #1f6f54; color: #ffffff; text-decoration: none; font-weight: 600; border-radius: 8px; padding: 11px 20px; }
  .foot { color: #6b6b66; font-size: 13px; padding: 16px 28px 0; }
  @media (max-width: 480px) { .sheet { padding: 12px; } .card { padding: 20px 18px 10px; } .foot { padding: 14px 18px 0; } }
  @media (prefers-color-scheme: dark) {
    body { background: #161614; color: #ecece8; }
    .card { background: #232320; }
    h2, .foot { color: #a9a9a2; }
    pre { background: #161614; }
    .button { background: #7fd1b0; color: #10231b; }
  }`;

function htmlOf({ language, subject, heading, paragraphs, footer }: Page): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${STYLE}
</style>
</head>
<body>
<div class="sheet">
<div class="card">
<h1>${escapeHtml(heading)}</h1>
${paragraphs.map(marked).join('\n')}
</div>
<p class="foot">${escapeHtml(footer)}</p>
</div>
</body>
</html>
`;
}

function marked(paragraph: Paragraph): string {
  switch (paragraph.kind) {
    case 'text':
      return `<p>${escapeHtml(paragraph.text)}</p>`;
    case 'title':
      return `<h2>${escapeHtml(paragraph.text)}</h2>`;
    case 'list':
      return `<ul>${paragraph.items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`;
    case 'commands':
      return `<pre>${paragraph.lines.map(escapeHtml).join('\n')}</pre>`;
    case 'button':
      return `<p><a class="button" href="${escapeHtml(paragraph.url)}">${escapeHtml(paragraph.text)}</a></p>`;
    default:
      return paragraph satisfies never;
  }
}
