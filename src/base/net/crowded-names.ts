import type { Clock } from '../time/index.ts';
import type { Resolve } from './destination.ts';

/**
 * The maximum number of addresses of a host name. Two TCP answers can hold 6,400 addresses, and c-ares takes 0.2 s to
 * sort them.
 */
export const MOST_ADDRESSES = 64;
const REMEMBERED_MS = 3_600_000;
const NAMES_REMEMBERED = 1_000;

export class CrowdedName extends Error {}

/**
 * Refuses names with too many addresses. Such names are remembered for an hour, because each look-up costs the same
 * again.
 */
export function refuseCrowds(resolve: Resolve, clock: Clock): Resolve {
  const refusedUntil = new Map<string, number>();
  return async (name) => {
    if ((refusedUntil.get(name) ?? 0) > clock.monotonic()) throw new CrowdedName();
    const addresses = await resolve(name);
    if (addresses.length <= MOST_ADDRESSES) return addresses;
    if (refusedUntil.size >= NAMES_REMEMBERED) refusedUntil.clear();
    refusedUntil.set(name, clock.monotonic() + REMEMBERED_MS);
    throw new CrowdedName();
  };
}
