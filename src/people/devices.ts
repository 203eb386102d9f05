import { and, eq } from 'drizzle-orm';
import { hashToken, localeOf, networkOf, toLanguage } from '../base/index.ts';
import { newSignIn, queueMail, type WayIn } from '../mail/index.ts';
import { knownDevices, type Tx } from '../storage/index.ts';
import type { Workspace } from '../workspaces/index.ts';
import type { Device } from './sessions.ts';

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/YaBrowser\//, 'Yandex Browser'],
  [/Edg(?:A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux|X11/, 'Linux'],
];
const PLAIN_CHARS = 60;

/** "Chrome, Windows"; the beginning of what a program calls itself; null where it says nothing. */
export function nameDevice(userAgent: string | null): string | null {
  if (userAgent === null) return null;
  const known = [BROWSERS, SYSTEMS].flatMap((table) => table.find(([sign]) => sign.test(userAgent))?.[1] ?? []);
  return known.length > 0 ? known.join(', ') : userAgent.slice(0, PLAIN_CHARS);
}

/** The same browser after an update is no other device; the same one in another network may well be. */
function hashOf({ userAgent, address }: Device): string {
  return hashToken(`${userAgent?.replaceAll(/[\d.]+/g, '') ?? ''} ${networkOf(address)}`);
}

interface Reader {
  readonly seq: number;
  readonly email: string;
  readonly language: string;
}

/**
 * Remembers what a person signs in on, and tells them by mail of one that is new to them; of the first there ever was, nobody
 * need be told.
 *
 * @param by what they have signed in with
 * @param home whose time and queue the mail uses; undefined: they belong nowhere, and nothing is told
 */
export function noteDevice(tx: Tx, person: Reader, by: WayIn, device: Device, home: Workspace | undefined): void {
  const deviceHash = hashOf(device);
  const own = eq(knownDevices.personSeq, person.seq);
  const find = (where: typeof own | undefined) => tx.db.select().from(knownDevices).where(where).limit(1).get();
  if (find(and(own, eq(knownDevices.deviceHash, deviceHash))) !== undefined) return;
  const isFirst = find(own) === undefined;
  tx.db.insert(knownDevices).values({ personSeq: person.seq, deviceHash, firstSeenAt: tx.now }).run();
  if (isFirst || home === undefined) return;
  const language = toLanguage(person.language);
  const form = { dateStyle: 'medium', timeStyle: 'long', timeZone: home.timeZone } as const;
  const at = new Intl.DateTimeFormat(localeOf(language), form).format(tx.now);
  const worded = newSignIn(language, { by, at, device: nameDevice(device.userAgent), address: device.address });
  queueMail(tx, { workspaceSeq: home.seq, kind: 'new_sign_in', recipient: person.email, worded });
}
