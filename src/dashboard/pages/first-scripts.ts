import type { FirstScripts } from './assets.ts';

/** Preloads a page's data and first scripts in parallel, because a slow round trip takes most of a second. */
export function withFirst(html: string, { desk, words, pages }: FirstScripts, language: string, path: string): string {
  const scripts = [desk, words[language], pages[path]].filter((address) => address !== undefined);
  const links = [
    '<link rel="preload" href="/app/api/me" as="fetch" crossorigin>',
    ...scripts.map((address) => `<link rel="modulepreload" href="${address}">`),
  ];
  return html.replace('</head>', `${links.join('')}</head>`);
}
