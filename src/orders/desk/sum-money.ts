import { inTurns, type Steps, sortInSteps } from '../../base/index.ts';
import type { Ctx } from '../../workspaces/index.ts';
import type { Asker } from '../fill-page.ts';
import { methodId } from '../payment-method.ts';
import { addMoney, type MoneyGroup } from './money-days.ts';
import { askMoney, kindOf, type MoneyFilter, PAYMENT } from './money-places.ts';

/** Amounts are kopecks. */
interface MoneySum {
  readonly received: number;
  readonly refunded: number;
  readonly lines: number;
}

interface NamedSum extends MoneySum {
  readonly name: string;
}

export interface MoneySums {
  readonly all: MoneySum;
  /**
   * The methods, largest sums first. Spellings with the same `methodId` are one method. A filter by method does not
   * shorten this list.
   */
  readonly methods: readonly NamedSum[];
  /** The sum of all methods that are not in `methods`; null if `methods` lists all of them. */
  readonly otherMethods: MoneySum | null;
  /** The sources, largest sums first. A filter by source does not shorten this list. */
  readonly sources: readonly NamedSum[];
  readonly otherSources: MoneySum | null;
  /**
   * The days with money received or refunded, in the workspace's time zone, oldest first; empty if there are too many.
   */
  readonly days: readonly NamedSum[];
}

const TOLD = 50;
/**
 * The limit on separate sums by payment method. The same limit applies to sums by source and by day. All payments
 * beyond the limit share one sum. A payment method is free text, so one API key could create 60,000 sums in ten
 * seconds.
 */
const APART = 10_000;

interface MoneyQuery {
  readonly filter: MoneyFilter;
  readonly asker: Asker;
  readonly told?: number;
}

/**
 * Adds up the payments and refunds that match the filter, to the kopeck. Other requests are served meanwhile. The sums
 * are incomplete if the caller disconnects.
 */
export async function sumMoney(ctx: Ctx, { filter, asker: { signal }, told = TOLD }: MoneyQuery): Promise<MoneySums> {
  const asked = await askMoney(ctx, filter);
  const sums = { all: new Map(), methods: new Map(), sources: new Map(), days: new Map() } satisfies SumsByName;
  for await (const groups of addMoney(ctx, asked)) {
    for (const { day, ...group } of groups) addUp(sums, filter, group, day);
    if (signal.aborted) break;
  }
  const stepped = <T>(steps: Steps<T>): Promise<T> => inTurns(ctx.workspace.seq, steps);
  const methods = await stepped(largest(sums.methods, told));
  const sources = await stepped(largest(sums.sources, told));
  return {
    all: sums.all.get('') ?? NOTHING,
    methods: methods.told,
    otherMethods: methods.others,
    sources: sources.told,
    otherSources: sources.others,
    days: sums.days.has(OTHERS) ? [] : await stepped(sortInSteps(listed(sums.days), byName)),
  };
}

const OTHERS = null;
type ByName = Map<string | typeof OTHERS, MoneySum>;
type SumsByName = Readonly<Record<'all' | 'methods' | 'sources' | 'days', ByName>>;
const NOTHING: MoneySum = { received: 0, refunded: 0, lines: 0 };
const plus = (a: MoneySum, b: MoneySum): MoneySum => ({
  received: a.received + b.received,
  refunded: a.refunded + b.refunded,
  lines: a.lines + b.lines,
});

function addUp(sums: SumsByName, { kind, method, source }: MoneyFilter, group: MoneyGroup, day: string): void {
  if (kind !== undefined && kind !== kindOf(group.sort)) return;
  const id = methodId(group.method);
  const isOfMethod = method === undefined || methodId(method) === id;
  const isOfSource = source === undefined || source === group.source;
  const { amount, lines } = group;
  const [received, refunded] = group.sort === PAYMENT ? [amount, 0] : [0, amount];
  const add = (to: ByName, name: string): void => {
    const place = to.has(name) || to.size < APART ? name : OTHERS;
    to.set(place, plus(to.get(place) ?? NOTHING, { received, refunded, lines }));
  };
  if (isOfSource) add(sums.methods, id);
  if (isOfMethod) add(sums.sources, group.source);
  if (!isOfMethod || !isOfSource) return;
  add(sums.all, '');
  add(sums.days, day);
}

const listed = (sums: ByName): NamedSum[] =>
  [...sums].flatMap(([name, sum]) => (name === OTHERS ? [] : [{ name, ...sum }]));

interface Largest {
  readonly told: readonly NamedSum[];
  readonly others: MoneySum | null;
}

function* largest(sums: ByName, told: number): Steps<Largest> {
  const named = yield* sortInSteps(listed(sums), largestFirst);
  const others = named.slice(told).reduce(plus, sums.get(OTHERS) ?? NOTHING);
  return { told: named.slice(0, told), others: others.lines === 0 ? null : others };
}

const byName = (a: NamedSum, b: NamedSum): number => (a.name < b.name ? -1 : 1);

const largestFirst = (a: NamedSum, b: NamedSum): number =>
  b.received - a.received || b.refunded - a.refunded || byName(a, b);
