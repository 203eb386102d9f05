/** What is read of an order without a connection; amounts are roubles. */
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
  readonly price: number;
  readonly paidAmount: number;
}

/**
 * The day that was seen last, to be read without a connection. It is personal, so it lives as long as the right to see it: in the
 * tab; beyond it only where one chose to stay signed in on this device. It goes when somebody signs out, when the session ends,
 * when somebody else signs in, and with the day.
 */
export interface KeptDay {
  readonly person: string;
  readonly workspace: string;
  readonly timeZone: string;
  readonly language: string;
  /** YYYY-MM-DD. */
  readonly day: string;
  /** When it was read, ISO 8601. */
  readonly at: string;
  readonly orders: readonly KeptOrder[];
}

/** A new number where the shape changes: what an older page has kept is not read. */
const KEY = 'docket.day.1';
/** Whose day is kept in any tab: who signs out in one ends the others' as well. */
const OWNER = 'docket.day.person';

function tryTo<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

export function dropDay(): void {
  for (const key of [KEY, OWNER]) {
    tryTo(() => localStorage.removeItem(key));
    tryTo(() => sessionStorage.removeItem(key));
  }
}

/** @param remembered whether one chose to stay signed in here */
export function keepDay(day: KeptDay, remembered: boolean): void {
  dropDay();
  tryTo(() => {
    (remembered ? localStorage : sessionStorage).setItem(KEY, JSON.stringify(day));
    localStorage.setItem(OWNER, day.person);
  });
}

const todayIn = (timeZone: string): string => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(Date.now());

/** Undefined where none is kept, or none of today; that one goes. */
export function keptDay(): KeptDay | undefined {
  const found = tryTo(() => {
    const text = sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY);
    return text === null ? undefined : (JSON.parse(text) as KeptDay);
  });
  if (found !== undefined) {
    const isOwn = tryTo(() => localStorage.getItem(OWNER)) === found.person;
    if (isOwn && tryTo(() => todayIn(found.timeZone)) === found.day) return found;
  }
  dropDay();
  return undefined;
}

/** Said whenever it is known who is signed in. @param person undefined: nobody */
export function dropDayOfOthers(person: string | undefined): void {
  if (person === undefined || tryTo(() => localStorage.getItem(OWNER)) !== person) dropDay();
}
