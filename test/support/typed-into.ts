import type { Request } from 'playwright-core';
import { HIDDEN_QUERY } from '../../src/dashboard/shared/hidden-query.ts';

/** What a call of a page says of the searches that were typed: it is not in the address. */
export const typedInto = (request: Request): URLSearchParams =>
  new URLSearchParams(request.headers()[HIDDEN_QUERY] ?? '');
