import type { Request } from 'playwright-core';
import { HIDDEN_QUERY } from '../../src/dashboard/shared/hidden-query.ts';

/** The typed search of a page's call. It is in a header, not in the address. */
export const typedInto = (request: Request): URLSearchParams =>
  new URLSearchParams(request.headers()[HIDDEN_QUERY] ?? '');
