import type { FirstScripts } from './assets.ts';

/**
 * Has a page load the person and the desk's scripts at once, not one after the other. Over a slow connection each of
 * those turns takes most of a second.
 *
 * @param language of the signed-in person
 * @param path of the page
 */
export function withFirst(html: string, { desk, words, pages }: FirstScripts, language: string, path: string): string {
  const scripts = [desk, words[language], pages[path]].filter((address) => address !== undefined);
  const links = [
    '<link rel="preload" href="/app/api/me" as="fetch" crossorigin>',
    ...scripts.map((address) => `<link rel="modulepreload" href="${address}">`),
  ];
  return html.replace('</head>', `${links.join('')}</head>`);
}
