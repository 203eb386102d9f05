import { validationFailed } from '../errors/index.ts';

/**
 * The maximum number of parameters of a query. No route or page needs this many. Checking a query with thousands of
 * short names would take tens of milliseconds.
 */
const MOST_PARAMETERS = 200;

/**
 * Refuses a query, or a URL with a query, that has too many parameters, before anything reads it.
 * @throws validation_failed
 */
export function checkParameters(text: string): void {
  let found = 0;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
    found += 1;
    if (found >= MOST_PARAMETERS)
      throw validationFailed([{ path: 'query', rule: 'parameters_at_most', most: MOST_PARAMETERS }]);
  }
}
