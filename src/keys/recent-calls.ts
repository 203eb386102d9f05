import { and, inArray } from 'drizzle-orm';
import { DAY_MS } from '../base/index.ts';
import {
  apiKeys,
  type CallLog,
  type CallQuery,
  type CallRow,
  type NewCall,
  NO_WORKSPACE,
  orders,
  type Storage,
  withinWorkspace,
} from '../storage/index.ts';
import { isScope, type Scope } from './scopes.ts';

/** A call of the public API as the key's owner may see it. It never contains a body, a query or a secret. */
interface RecentCall extends Omit<CallRow, 'workspaceSeq' | 'keyId' | 'keyRefusal' | 'missingScope'> {
  /** The name of the sent key; null for a missing or unknown key. */
  readonly keyName: string | null;
  readonly keyPrefix: string | null;
  readonly keyRefusal: KeyRefusal | null;
  readonly missingScope: Scope | null;
  readonly orderNumber: string | null;
  readonly orderDeleted: boolean;
}

const KEY_REFUSALS = ['no_key', 'unknown_key', 'ended_key'] as const;
/** `ended_key`: the key was revoked, or was replaced and has expired. */
export type KeyRefusal = (typeof KEY_REFUSALS)[number];

type CallFilter = Omit<CallQuery, 'workspaceSeq' | 'limit'>;

/** The log of the last 30 days' calls. */
export interface RecentCalls {
  /** Records a call by ids only, because names must not be in the log. `list` looks up the names. */
  note(call: NewCall): void;
  /**
   * Lists at most a hundred of the workspace's calls, newest first. To read the next page, pass the returned `next` as
   * the filter's `before`.
   * @param strays if true, the first page also shows calls without a workspace, at most 20. A filter by key excludes
   * them
   */
  list(
    workspaceSeq: number,
    strays: boolean,
    filter?: CallFilter,
  ): { readonly calls: RecentCall[]; readonly next: string | null };
  /** Counts each key's calls in the last seven UTC days, including today, by key id. */
  countWeek(workspaceSeq: number, nowMs: number): ReadonlyMap<string, number>;
}

const SHOWN = 100;
/** The limit on calls that belong to no workspace. It is low, so that callers without a key do not fill the page. */
const STRAYS_SHOWN = 20;
const WEEK_DAYS = 7;

export function createRecentCalls(storage: Pick<Storage, 'read'>, log: CallLog): RecentCalls {
  return {
    note: (call) => log.note(call),
    list(workspaceSeq, strays, filter = {}) {
      const { calls, next } = log.find({ workspaceSeq, ...filter, limit: SHOWN });
      const names: Names = {
        keys: keysOf(storage, workspaceSeq, calls),
        orders: ordersOf(storage, workspaceSeq, calls),
      };
      const named = (call: CallRow): RecentCall => shownCall(call, names);
      if (!strays || filter.keyId !== undefined || filter.before !== undefined)
        return { calls: calls.map(named), next };
      const others = log.find({ workspaceSeq: NO_WORKSPACE, ...filter, limit: STRAYS_SHOWN }).calls;
      const both = [...calls, ...others].sort((a, b) => (a.requestId < b.requestId ? 1 : -1));
      return { calls: both.map(named), next };
    },
    countWeek: (workspaceSeq, nowMs) => log.countByKey(workspaceSeq, Math.floor(nowMs / DAY_MS) - WEEK_DAYS + 1),
  };
}

interface Names {
  readonly keys: ReadonlyMap<string, { readonly name: string; readonly prefix: string }>;
  readonly orders: ReadonlyMap<string, { readonly num: string; readonly deletedAt: number | null }>;
}

function ordersOf({ read }: Pick<Storage, 'read'>, workspaceSeq: number, calls: readonly CallRow[]): Names['orders'] {
  const ids = calls.flatMap(({ orderId }) => orderId ?? []);
  if (ids.length === 0) return new Map();
  const columns = { id: orders.id, num: orders.num, deletedAt: orders.deletedAt };
  const own = and(withinWorkspace(orders.workspaceSeq, workspaceSeq), inArray(orders.id, ids));
  const rows = read.select(columns).from(orders).where(own).all();
  return new Map(rows.map((row) => [row.id, row]));
}

function keysOf({ read }: Pick<Storage, 'read'>, workspaceSeq: number, calls: readonly CallRow[]): Names['keys'] {
  const ids = calls.flatMap(({ keyId }) => keyId ?? []);
  if (ids.length === 0) return new Map();
  const { id, name, prefix } = apiKeys;
  const own = and(withinWorkspace(apiKeys.workspaceSeq, workspaceSeq), inArray(id, ids));
  const rows = read.select({ id, name, prefix }).from(apiKeys).where(own).all();
  return new Map(rows.map((row) => [row.id, row]));
}

function shownCall(call: CallRow, names: Names): RecentCall {
  const { workspaceSeq: _, keyId, keyRefusal, missingScope, ...shown } = call;
  const key = keyId === null ? undefined : names.keys.get(keyId);
  const order = call.orderId === null ? undefined : names.orders.get(call.orderId);
  return {
    ...shown,
    keyName: key?.name ?? null,
    keyPrefix: key?.prefix ?? null,
    orderNumber: order?.num ?? null,
    orderDeleted: order !== undefined && order.deletedAt !== null,
    keyRefusal: KEY_REFUSALS.find((known) => known === keyRefusal) ?? null,
    missingScope: missingScope !== null && isScope(missingScope) ? missingScope : null,
  };
}
