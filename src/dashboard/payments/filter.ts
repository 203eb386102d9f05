import { addDays, dayInZone, type Issue, startOfDay, validationFailed } from '../../base/index.ts';
import type { MoneyFilter, MoneyKind } from '../../orders/index.ts';
import { daysOfPeriod, isPeriod, PERIODS, type ReadingCtx } from '../desk/index.ts';
import { clientKeysIn, periodIssues } from '../orders/filter.ts';

const TEXT_CHARS = 100;
const WHEN = [...PERIODS, 'all'] as const;
const ALL = { from: null, to: null };
const KINDS: readonly MoneyKind[] = ['payment', 'refund'];
const KEYS = ['when', 'from', 'to', 'kind', 'method', 'source', 'client', 'q'];

/** Days in the workspace's zone, YYYY-MM-DD, both inclusive. Null means open-ended. */
export interface Days {
  readonly from: string | null;
  readonly to: string | null;
}

/**
 * Reads the payments page's filter from its address. An unknown parameter is refused.
 * - `when`: a period, or all; `from`, `to`: YYYY-MM-DD. The default is this month.
 * - `kind`: payment or refund. `method`: in any spelling; empty for payments without a method. `source`: exactly as
 *   sent.
 * - `client`: an id; payments of clients merged into it match too.
 * - `q`: the order's number, client, phone, address or item.
 * @throws validation_failed
 */
export function moneyFilterIn(
  ctx: Pick<ReadingCtx, 'storage' | 'workspace' | 'nowMs'>,
  text: string | undefined,
): { readonly filter: MoneyFilter; readonly days: Days } {
  const { timeZone } = ctx.workspace;
  const params = new URLSearchParams(text ?? '');
  const issues = faultsOf(params);
  if (issues.length > 0) throw validationFailed(issues);
  const value = (key: string): string | undefined => params.get(key) ?? undefined;
  const days = periodOf(params, dayInZone(ctx.nowMs, timeZone) ?? '');
  const filter = {
    fromMs: days.from === null ? Number.MIN_SAFE_INTEGER : startOfDay(days.from, timeZone),
    beforeMs: days.to === null ? Number.MAX_SAFE_INTEGER : startOfDay(addDays(days.to, 1), timeZone),
    kind: KINDS.find((kind) => kind === value('kind')),
    method: value('method'),
    source: value('source'),
    clientKeys: clientKeysIn(ctx, text),
    text: value('q'),
  };
  return { filter, days };
}

function periodOf(params: URLSearchParams, today: string): Days {
  const [when, from, to] = [params.get('when'), params.get('from'), params.get('to')];
  if (from !== null || to !== null) return { from, to };
  if (when === 'all') return ALL;
  return daysOfPeriod(when !== null && isPeriod(when) ? when : 'month', today);
}

function faultsOf(params: URLSearchParams): Issue[] {
  const [kind, q] = [params.get('kind'), params.get('q')];
  const issues = periodIssues(params, KEYS, WHEN);
  if (kind !== null && !KINDS.some((one) => one === kind))
    issues.push({ path: 'kind', rule: 'filter_when', words: KINDS.join(', ') });
  if (q !== null && q.length > TEXT_CHARS) issues.push({ path: 'q', rule: 'chars_at_most', most: TEXT_CHARS });
  return issues;
}
