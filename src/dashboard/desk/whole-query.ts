import { checkParameters, validationFailed } from '../../base/index.ts';
import { HIDDEN_QUERY } from '../shared/hidden-query.ts';

type Query = Record<string, unknown>;

/**
 * Returns the parameters of the address together with those of the header `HIDDEN_QUERY`. Pages send typed names and
 * phones in this header, because proxies and browsers log URLs.
 * @throws validation_failed for a parameter that is in both the address and the header, and for too many parameters
 */
export function wholeQuery(request: Request, asked: Query): Query {
  const typed = request.headers.get(HIDDEN_QUERY) ?? '';
  checkParameters(typed);
  const hidden = [...new URLSearchParams(typed)];
  const seen = new Set(Object.keys(asked));
  const twice = hidden.filter(([name]) => seen.size === seen.add(name).size);
  if (twice.length > 0) throw validationFailed(twice.map(([path]) => ({ path, rule: 'given_twice' })));
  return { ...asked, ...Object.fromEntries(hidden) };
}
