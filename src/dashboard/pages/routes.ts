import { Elysia } from 'elysia';
import { AppError } from '../../base/index.ts';
import { fileResponse } from '../file-response.ts';
import { findAssets } from './assets.ts';

/** Addresses of the pages; spelt out, so that a wrong one below /app stays a clear 404. */
const PAGES = [
  '/app',
  '/app/orders',
  '/app/orders/new',
  '/app/orders/:id',
  '/app/orders/:id/edit',
  '/app/webhooks',
  '/app/webhooks/:id',
  '/app/connect',
  '/app/keys',
  '/app/history',
  '/app/account',
] as const;

/** The one page with its scripts and styles, out of the executable. */
export function pageRoutes() {
  const assets = findAssets();
  const routes = new Elysia({ name: 'pages' });
  for (const path of PAGES) {
    routes.get(path, async ({ request }) => {
      if (assets !== undefined) return fileResponse(request, 'text/html; charset=utf-8', await assets.html());
      const message = 'The pages are in the executable alone: run ./scripts/build, then dist/docket serve.';
      throw new AppError('not_found', message);
    });
  }
  for (const { address, type, text } of assets?.files ?? []) {
    routes.get(address, async ({ request }) => fileResponse(request, type, await text(), 'immutable'));
  }
  return routes;
}
