import type { Language } from '../base/index.ts';
import { TOPICS } from './contents.ts';

export const MANUAL_PATH = '/docs/manual';

interface Heading {
  readonly level: number;
  readonly anchor: string;
  readonly text: string;
}

export interface Page {
  readonly topic: string;
  readonly language: Language;
  readonly title: string;
  readonly html: string;
  readonly headings: readonly Heading[];
}

export function addressOf(language: Language, topic: string): string {
  return `${MANUAL_PATH}${language === 'ru' ? '/ru' : ''}/${topic}`;
}

/**
 * Returns the anchor of a heading. It follows GitHub's rules, so that a link works on GitHub and in the served manual.
 */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
}

export function escapeHtml(text: string): string {
  return Bun.escapeHTML(text);
}

export const titleOf = (text: string): string => /^# (.*)$/m.exec(text)?.[1] ?? '';

export const withoutMarks = (text: string): string => text.replaceAll(/^<!--.*?-->\n/gm, '');

export const fileAddressOf = (name: string): string => `${MANUAL_PATH}/files/${name}`;

const LINK = /\]\((?:\.\.\/)?([a-z-]+)\.md(#[^)\s]*)?\)/g;
/**
 * A link to a file for operators, as the pages in the repository write it. The link text is the name of the served
 * file.
 */
const FILE_LINK = /\[([\w.-]+)\]\((?:\.\.\/){2,3}scripts\/deploy\/[\w.-]+\)/g;

/** Rewrites the links of a page. `to` returns the new target for another page, `toFile` for a served file. */
export function relink(
  text: string,
  to: (topic: string, anchor: string) => string,
  toFile: (name: string) => string,
): string {
  return text
    .replaceAll(LINK, (link, topic: string, anchor = '') => (TOPICS.includes(topic) ? `](${to(topic, anchor)})` : link))
    .replaceAll(FILE_LINK, (_, name: string) => `[${name}](${toFile(name)})`);
}

/**
 * A word of code with hyphens, such as a flag. It must not break at its hyphens unless it is longer than `WHOLE_CHARS`.
 */
const WHOLE = /(?<![\w&;])[^\s<>]*-[^\s<>]*/g;
const WHOLE_CHARS = 32;

/** Marks where a line may break inside code: nowhere in a flag, and after an underscore in a long name. */
const foldCode = (inner: string): string =>
  inner
    .replaceAll(WHOLE, (word) => (word.length > WHOLE_CHARS ? word : `<span>${word}</span>`))
    .replaceAll(/(?<=\w)_(?=\w)/g, '_<wbr>');

export function renderPage(language: Language, topic: string, text: string, has: (topic: string) => boolean): Page {
  const headings: Heading[] = [];
  const toPage = (other: string, anchor: string): string =>
    `${addressOf(has(other) ? language : 'en', other)}${anchor}`;
  const linked = relink(withoutMarks(text), toPage, fileAddressOf);
  const html = Bun.markdown
    .html(linked, { autolinks: false })
    .replaceAll(/<h([2-4])>(.*?)<\/h\1>/gs, (_, level: string, inner: string) => {
      const plain = plainText(inner);
      const anchor = anchorOf(plain);
      headings.push({ level: Number(level), anchor, text: plain });
      return `<h${level} id="${anchor}"><a href="#${anchor}">${inner}</a></h${level}>`;
    })
    .replaceAll(/(?<!<pre>)<code>(.*?)<\/code>/gs, (_, inner: string) => `<code>${foldCode(inner)}</code>`)
    .replaceAll('<table>', '<div class="scroll" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<pre>', '<pre tabindex="0">');
  return { topic, language, title: titleOf(text), html, headings };
}

function plainText(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');
}
