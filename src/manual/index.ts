/**
 * The manual, as Markdown with one task on each page. `/docs/manual` and `docket help` show its pages. Must never:
 * depend on HTTP or on the command line. The manual only returns pages; its callers put them into frames.
 */
import type { Language } from '../base/index.ts';
import { TOPICS } from './contents.ts';
import { type Page, relink, renderPage, titleOf, withoutMarks } from './page.ts';
import { createSearch, type Search } from './search.ts';
import { printPage } from './terminal.ts';

export { nearestTopics, PARTS, topicFor } from './contents.ts';
export { addressOf, escapeHtml, fileAddressOf, MANUAL_PATH, type Page } from './page.ts';
export { foundTitle, type SearchHit } from './search.ts';
export { textColumns } from './terminal.ts';

export interface Manual {
  page(language: Language, topic: string): Page | undefined;
  has(language: Language, topic: string): boolean;
  title(language: Language, topic: string): string;
  /**
   * Returns the anchor of the heading that translates an English heading. A page has its headings in the same sequence
   * in both languages.
   */
  anchorIn(language: Language, topic: string, english: string): string;
  readonly search: Readonly<Record<Language, Search>>;
  /** Formats a page as text for a terminal of `columns` columns, 80 at most; undefined for an unknown topic. */
  print(topic: string, columns: number): string | undefined;
  readonly files: ReadonlyMap<string, string>;
}

let loaded: Promise<Manual> | undefined;

export function loadManual(): Promise<Manual> {
  loaded ??= Promise.all([import('./texts.ts'), import('./files.ts')]).then(([{ TEXTS }, { FILES }]) =>
    createManual(TEXTS, new Map(Object.entries(FILES))),
  );
  return loaded;
}

function createManual(
  texts: Readonly<Record<Language, Readonly<Record<string, string>>>>,
  files: ReadonlyMap<string, string>,
): Manual {
  const pages = new Map<string, Page>();
  const has = (language: Language, topic: string): boolean => Object.hasOwn(texts[language], topic);
  const pageOf = (language: Language, topic: string): Page | undefined => {
    const text = has(language, topic) ? texts[language][topic] : undefined;
    if (text === undefined) return undefined;
    const key = `${language}/${topic}`;
    const page = pages.get(key) ?? renderPage(language, topic, text, (other) => has(language, other));
    pages.set(key, page);
    return page;
  };
  return {
    files,
    has,
    page: pageOf,
    anchorIn(language, topic, english) {
      const at = pageOf('en', topic)?.headings.findIndex(({ anchor }) => anchor === english) ?? -1;
      return pageOf(language, topic)?.headings[at]?.anchor ?? english;
    },
    title: (language, topic) => titleOf(texts[language][topic] ?? texts.en[topic] ?? ''),
    search: { en: createSearch('en', texts.en), ru: createSearch('ru', texts.ru) },
    print(topic, columns) {
      if (!TOPICS.includes(topic)) return undefined;
      const shown = (name: string): string => `<docket help ${name}>`;
      const text = relink(withoutMarks(texts.en[topic] ?? ''), shown, shown);
      return printPage(text, columns);
    },
  };
}
