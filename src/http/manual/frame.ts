import type { Language } from '../../base/index.ts';
import {
  addressOf,
  escapeHtml,
  foundTitle,
  MANUAL_PATH,
  type Manual,
  PARTS,
  type Page,
  type SearchHit,
} from '../../manual/index.ts';

const WORDS = {
  en: {
    manual: 'Manual',
    contents: 'Contents',
    search: 'Search',
    searchLabel: 'Search the manual',
    onThisPage: 'On this page',
    other: 'Русский',
    desk: 'Desk',
    reference: 'API reference',
    skip: 'Skip to the page',
    found: (count: number) => `Found: ${count}`,
    nothing: 'Nothing was found. Try fewer words, or other ones.',
    missing: 'There is no such page',
    nearest: 'Did you mean one of these?',
    typed: ['stands for the file that you downloaded.', 'How to type it'],
    lead: 'One task a page. Find yours by who you are, or search.',
  },
  ru: {
    manual: 'Руководство',
    contents: 'Содержание',
    search: 'Найти',
    searchLabel: 'Поиск по руководству',
    onThisPage: 'На этой странице',
    other: 'English',
    desk: 'Рабочее место',
    reference: 'Справочник API',
    skip: 'К содержимому страницы',
    found: (count: number) => `Найдено: ${count}`,
    nothing: 'Ничего не найдено. Уберите слово или возьмите другое.',
    missing: 'Такой страницы нет',
    nearest: 'Может быть, одна из этих?',
    typed: ['— это скачанный файл.', 'Как его набирать'],
    lead: 'На каждой странице одна задача. Выберите свою или найдите её.',
  },
} as const;

interface Inside {
  readonly language: Language;
  readonly title: string;
  readonly main: string;
  readonly topic?: string;
  readonly asked?: string;
  /** The address of this page in the other language, or of the front page if there is no translation. */
  readonly other: string;
  readonly isFront?: boolean;
}

const homeOf = (language: Language): string => (language === 'ru' ? `${MANUAL_PATH}/ru` : MANUAL_PATH);
const otherOf = (language: Language): Language => (language === 'ru' ? 'en' : 'ru');
const searchOf = (language: Language): string => `${homeOf(language)}/search`;

const IN_ENGLISH = ' (англ.)';

/**
 * Renders the list of pages, grouped by kind of reader. If a page has no Russian version, the Russian list links to the
 * English page and marks it as English.
 */
function contentsOf(manual: Manual, language: Language, topic: string | undefined): string {
  return PARTS.map(({ name, topics }) => {
    const isOther = topics.every((one) => !manual.has(language, one));
    const items = topics.map((one) => {
      const own = manual.has(language, one) ? language : 'en';
      const inEnglish = own === language || isOther ? '' : IN_ENGLISH;
      const marks = `${own === language ? '' : ' lang="en"'}${one === topic ? ' aria-current="page"' : ''}`;
      return `<li><a href="${addressOf(own, one)}"${marks}>${escapeHtml(manual.title(own, one))}</a>${inEnglish}</li>`;
    });
    return `<h2>${escapeHtml(name[language])}${isOther ? IN_ENGLISH : ''}</h2>\n<ul>\n${items.join('\n')}\n</ul>`;
  }).join('\n');
}

function frame(manual: Manual, { language, title, main, topic, asked = '', other, isFront = false }: Inside): string {
  const words = WORDS[language];
  const way = isFront ? '' : `<a class="to-contents" href="#contents">${words.contents}</a> `;
  const contents = `<nav id="contents" aria-label="${words.contents}">
${contentsOf(manual, language, topic)}
</nav>
`;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Docket</title>
<link rel="icon" href="/app/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${MANUAL_PATH}/manual.css">
</head>
<body>
<a class="skip" href="#page">${words.skip}</a>
<header>
<a class="home" href="${homeOf(language)}"><img src="/app/icon.svg" alt="" width="24" height="24">Docket · ${words.manual}</a>
<form role="search" action="${searchOf(language)}">
<input type="search" name="q" value="${escapeHtml(asked)}" maxlength="100" aria-label="${words.searchLabel}">
<button>${words.search}</button>
</form>
<p class="ways">${way}<a href="/app">${words.desk}</a>
<a href="/docs">${words.reference}</a> <a href="${other}" hreflang="${otherOf(language)}" lang="${otherOf(language)}">${words.other}</a></p>
</header>
<div class="columns">
<main id="page" tabindex="-1">
${main}
</main>
${isFront ? '' : contents}</div>
</body>
</html>
`;
}

const TYPED_AT: Readonly<Record<Language, string>> = {
  en: 'first-day#how-to-type-docket',
  ru: 'first-day#как-набирать-docket',
};
/**
 * The topics without a note on how to type `docket`. `first-day` itself explains how, and the readers of the last part
 * are Docket's own developers.
 */
const KNOWING = new Set(['first-day', ...(PARTS.at(-1)?.topics ?? [])]);

function typedNote({ language, topic, html }: Page): string {
  if (KNOWING.has(topic) || !/(?:>|\n)docket [a-z]/.test(html)) return '';
  const [meaning, link] = WORDS[language].typed;
  return `<p class="typed"><code>docket</code> ${meaning} <a href="${addressOf(language, TYPED_AT[language])}">${link}</a></p>\n`;
}

export function framePage(manual: Manual, page: Page): string {
  const { language, topic, title, headings, html } = page;
  const places = headings.filter(({ level }) => level === 2);
  const label = WORDS[language].onThisPage;
  const outline = `<nav class="outline" aria-label="${label}">
<h2>${label}</h2>
<ul>
${places.map(({ anchor, text }) => `<li><a href="#${anchor}">${escapeHtml(text)}</a></li>`).join('\n')}
</ul>
</nav>`;
  const [, head = '', rest = html] = /^(.*?<\/p>\n)(.*)$/s.exec(html) ?? [];
  const to = otherOf(language);
  return frame(manual, {
    language,
    topic,
    title,
    main: `${head}${places.length < 2 ? '' : outline}\n${typedNote(page)}${rest}`,
    other: manual.has(to, topic) ? addressOf(to, topic) : homeOf(to),
  });
}

export function frameFront(manual: Manual, language: Language): string {
  const { manual: title, lead } = WORDS[language];
  const main = `<h1>${title}</h1>\n<p>${lead}</p>\n<div class="front">\n${contentsOf(manual, language, undefined)}\n</div>`;
  return frame(manual, { language, title, main, other: homeOf(otherOf(language)), isFront: true });
}

export function frameFound(manual: Manual, language: Language, asked: string, found: readonly SearchHit[]): string {
  const words = WORDS[language];
  const items = found.map(
    (one) => `<li><a href="${one.address}">${escapeHtml(foundTitle(one))}</a>\n<p>${escapeHtml(one.line)}</p></li>`,
  );
  const list = found.length === 0 ? `<p>${words.nothing}</p>` : `<ul class="found">\n${items.join('\n')}\n</ul>`;
  const main = `<h1>${words.search}</h1>\n<p role="status">${words.found(found.length)}</p>\n${list}`;
  return frame(manual, { language, title: words.search, main, asked, other: homeOf(otherOf(language)) });
}

export function frameMissing(manual: Manual, language: Language, nearest: readonly string[]): string {
  const words = WORDS[language];
  const items = nearest.map((topic) => {
    const own = manual.has(language, topic) ? language : 'en';
    return `<li><a href="${addressOf(own, topic)}">${escapeHtml(manual.title(own, topic))}</a></li>`;
  });
  const list = items.length === 0 ? '' : `<p>${words.nearest}</p>\n<ul>\n${items.join('\n')}\n</ul>`;
  const main = `<h1>${words.missing}</h1>\n${list}`;
  return frame(manual, { language, title: words.missing, main, other: homeOf(otherOf(language)) });
}
