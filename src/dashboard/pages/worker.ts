/**
 * Returns the service worker that opens the pages without a connection. It caches the pages' files, never an answer
 * with data. The network's answer takes precedence, so a cached page never calls a server of another version.
 */
export const workerScript = (files: readonly string[], version: string): string => `const SHELL = 'docket-${version}';
const FILES = ${JSON.stringify(files)};
const kept = (path) => caches.match(path, { cacheName: SHELL }).then((found) => found ?? Response.error());
addEventListener('install', (event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => cache.addAll(FILES)).then(() => skipWaiting()));
});
addEventListener('activate', (event) => {
  const dropOld = caches.keys().then((names) => Promise.all(names.filter((name) => name !== SHELL).map((name) => caches.delete(name))));
  event.waitUntil(dropOld.then(() => clients.claim()));
});
addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== location.origin || pathname.startsWith('/app/api/')) return;
  if (mode === 'navigate') event.respondWith(fetch(event.request).catch(() => kept('/app')));
  else if (FILES.includes(pathname)) event.respondWith(fetch(event.request).catch(() => kept(pathname)));
});
`;
