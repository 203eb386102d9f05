import { count, day, money, plural } from '../../ui/format.ts';
import { words } from '../../words/words.ts';
import type { OverviewData } from './data.ts';

const WEEK = 7;

/** Four numbers, each with the same weekday a week ago beside it. */
export function Numbers({ data }: { readonly data: OverviewData }) {
  const w = words.value.overview;
  const now = data.days.at(-1);
  const then = data.days.at(-1 - WEEK);
  const before = (value: string): string => w.weekAgo(day(data.weekAgo), value);
  const { untouched, longUntouched } = data.inquiries;
  return (
    <ul class="overview-numbers" aria-label={w.numbers}>
      <Figure name={w.made} value={count(now?.made ?? 0)} beside={before(count(then?.made ?? 0))} />
      <Figure
        name={w.revenue}
        value={money(now?.revenue ?? 0)}
        beside={before(money(then?.revenue ?? 0))}
        hint={w.revenueWhat}
        to="/app/orders?when=today"
      />
      <Figure
        name={w.owed}
        value={money(data.owed.now)}
        beside={before(money(data.owed.weekAgo))}
        to="/app/orders?payment=unpaid&payment=partial"
      />
      <Figure
        name={w.inquiries}
        value={count(untouched)}
        beside={longUntouched === 0 ? w.noneLong : plural(longUntouched, w.longUntouched)}
        to="/app/inquiries"
      />
    </ul>
  );
}

interface FigureProps {
  readonly name: string;
  readonly value: string;
  readonly beside: string;
  readonly hint?: string;
  /** Where the orders behind it are. */
  readonly to?: string;
}

function Figure({ name, value, beside, hint, to }: FigureProps) {
  return (
    <li>
      <span class="overview-figure-name">{to === undefined ? name : <a href={to}>{name}</a>}</span>
      <strong>{value}</strong>
      <span class="meta">{beside}</span>
      {hint !== undefined && <span class="meta">{hint}</span>}
    </li>
  );
}
