import type { Language } from '../base/index.ts';
import { addressOf, anchorOf, titleOf, withoutMarks } from './page.ts';

/** A part of a page that contains all searched words. Parts reach from one heading to the next. */
export interface SearchHit {
  readonly topic: string;
  readonly address: string;
  readonly title: string;
  /** The heading; empty for text before the first heading. */
  readonly heading: string;
  readonly line: string;
}

const MAX_ASKED = 100;
const MAX_FOUND = 30;
const AROUND = 90;

interface Section extends Omit<SearchHit, 'line'> {
  readonly text: string;
  readonly lower: string;
}

export interface Search {
  /** Finds the parts that contain every word. Parts with a word in the title or heading are first. */
  find(asked: string): readonly SearchHit[];
}

/** Creates the search of the manual in one language. @param texts the pages of that language, by topic */
export function createSearch(language: Language, texts: Readonly<Record<string, string>>): Search {
  let sections: readonly Section[] | undefined;
  return {
    find(asked) {
      const words = wordsOf(asked);
      if (words.length === 0) return [];
      sections ??= Object.entries(texts).flatMap(([topic, text]) => sectionsOf(language, topic, text));
      return sections
        .map((section) => ({ section, weight: weigh(section, words) }))
        .filter(({ weight }) => weight > 0)
        .sort((a, b) => b.weight - a.weight)
        .slice(0, MAX_FOUND)
        .map(({ section: { topic, address, title, heading, text, lower } }) => {
          return { topic, address, title, heading, line: lineAround(text, lower, words) };
        });
    },
  };
}

const wordsOf = (asked: string): readonly string[] =>
  asked.slice(0, MAX_ASKED).toLowerCase().split(/\s+/).filter(Boolean);

function sectionsOf(language: Language, topic: string, text: string): Section[] {
  const title = titleOf(text);
  return withoutMarks(text)
    .split(/^(?=#{2,3} )/m)
    .map((part) => {
      const heading = /^#{2,3} (.*)$/m.exec(part)?.[1] ?? '';
      const body = part
        .replaceAll(/^#.*$/gm, '')
        .replaceAll(/\]\([^)]*\)/g, ']')
        .replaceAll(/^```.*$|[`*[\]|]/gm, '')
        .replaceAll(/\s+/g, ' ')
        .trim();
      const address = addressOf(language, topic) + (heading === '' ? '' : `#${anchorOf(heading)}`);
      return { topic, address, title, heading, text: body, lower: body.toLowerCase() };
    });
}

const headOf = ({ title, heading }: Section): string => `${title} ${heading}`.toLowerCase();

/**
 * Returns the weight of a section; 0 if a word is missing. A word in the title or heading weighs more than a word in
 * the text.
 */
function weigh(section: Section, words: readonly string[]): number {
  const head = headOf(section);
  let weight = 0;
  for (const word of words) {
    const inHead = head.includes(word);
    if (!inHead && !section.lower.includes(word)) return 0;
    weight += inHead ? (section.heading === '' ? 4 : 3) : 1;
  }
  return weight;
}

export const foundTitle = ({ title, heading }: SearchHit): string => (heading === '' ? title : `${title}: ${heading}`);

function lineAround(text: string, lower: string, words: readonly string[]): string {
  const first = Math.max(0, Math.min(...words.map((word) => lower.indexOf(word)).filter((at) => at >= 0), text.length));
  const from = first <= AROUND ? 0 : text.indexOf(' ', first - AROUND) + 1;
  const to = text.length <= first + 2 * AROUND ? text.length : text.lastIndexOf(' ', first + 2 * AROUND);
  return `${from > 0 ? '… ' : ''}${text.slice(from, to)}${to < text.length ? ' …' : ''}`;
}
