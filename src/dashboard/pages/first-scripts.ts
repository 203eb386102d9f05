import type { FirstScripts } from './assets.ts';

/**
 * Adds preload links to a page, so that it loads the signed-in person's data and the first scripts in parallel. On a
 * slow connection each round trip takes most of a second.
 * @param language the language of the signed-in person
 * @param path the path of the page
 */
export function withFirst(html: string, { desk, words, pages }: FirstScripts, language: string, path: string): string {
  const scripts = [desk, words[language], pages[path]].filter((address) => address !== undefined);
  const links = [
    '<link rel="preload" href="/app/api/me" as="fetch" crossorigin>',
    ...scripts.map((address) => `<link rel="modulepreload" href="${address}">`),
  ];
  return html.replace('</head>', `${links.join('')}</head>`);
}
