import type { Request } from 'playwright-core';
import { HIDDEN_QUERY } from '../../src/dashboard/shared/hidden-query.ts';

/** The searches of a call of a page that were typed: it is not in the address. */
export const typedInto = (request: Request): URLSearchParams =>
  new URLSearchParams(request.headers()[HIDDEN_QUERY] ?? '');
