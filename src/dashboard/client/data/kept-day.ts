import { type Subtle, seal, unseal } from './day-seal.ts';
import { dropDay, KEY, OWNER } from './dropped-day.ts';
import { reader } from './reader.ts';
import { tryTo } from './try-to.ts';

/** Amounts are in roubles. */
export interface KeptOrder {
  readonly id: string;
  readonly num: string;
  readonly timeStart: string | null;
  readonly timeEnd: string | null;
  readonly clientName: string | null;
  readonly clientPhone: string | null;
  readonly recipientName: string | null;
  readonly address: string | null;
  readonly firstProduct: string;
  readonly firstQuantity: number;
  readonly moreProducts: number;
  readonly left: number;
  readonly paymentStatus: string;
}

/**
 * The last day that was shown, for reading without a connection. The data is personal. It is kept in the tab or, if the
 * person stays signed in here, encrypted in the browser until midnight. It is removed when the day or the session ends.
 * It is also removed when the person signs out, or another person signs in.
 */
export interface KeptDay {
  readonly person: string;
  readonly workspace: string;
  readonly timeZone: string;
  readonly language: string;
  /** YYYY-MM-DD. */
  readonly day: string;
  /** The time when the orders were read, as ISO 8601. */
  readonly at: string;
  readonly orders: readonly KeptOrder[];
}

const partIn = (timeZone: string, parts: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, ...parts }).format(Date.now());

/** Returns today's date, as YYYY-MM-DD. */
const todayIn = (timeZone: string): string => partIn(timeZone, {});

/**
 * Returns the seconds until midnight. They are an hour off on a day when the clocks change. `keptDay` therefore
 * compares the dates as well.
 */
function secondsLeft(timeZone: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = partIn(timeZone, { timeStyle: 'medium' }).split(':').map(Number);
  return 86_400 - hours * 3_600 - minutes * 60 - seconds;
}

interface Keeping {
  readonly remembered: boolean;
  readonly subtle: Subtle;
}

export async function keepDay(day: KeptDay, { remembered, subtle }: Keeping): Promise<void> {
  const text = JSON.stringify(day);
  try {
    const kept = remembered ? await seal(subtle, text, secondsLeft(day.timeZone)) : text;
    // Another person may have signed in during the sealing.
    if (reader.peek() !== day.person) return dropDay();
    for (const place of [sessionStorage, localStorage]) place.removeItem(KEY);
    (remembered ? localStorage : sessionStorage).setItem(KEY, kept);
    localStorage.setItem(OWNER, day.person);
  } catch {
    // The browser may forbid pages to store data. The day is then not kept.
  }
}

async function readDay(subtle: Subtle): Promise<KeptDay | undefined> {
  try {
    const [open, sealed] = [sessionStorage.getItem(KEY), localStorage.getItem(KEY)];
    const text = open ?? (sealed === null ? undefined : await unseal(subtle, sealed));
    const day = text === undefined ? undefined : (JSON.parse(text) as KeptDay);
    // An older version of Docket may have stored the day without the sums left to pay. Such a day is not shown.
    return day?.orders.every(({ left }) => typeof left === 'number') ? day : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the kept day if it is today and belongs to this browser's last person. Otherwise deletes the day. */
export async function keptDay(subtle: Subtle): Promise<KeptDay | undefined> {
  const found = await readDay(subtle);
  if (found !== undefined) {
    const isOwn = tryTo(() => localStorage.getItem(OWNER)) === found.person;
    if (isOwn && tryTo(() => todayIn(found.timeZone)) === found.day) return found;
  }
  dropDay();
  return undefined;
}
