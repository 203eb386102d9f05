import { and, desc, eq, inArray } from 'drizzle-orm';
import {
  DAY_MS,
  HOUR_MS,
  hashToken,
  type Language,
  type Limit,
  limitOf,
  networkOf,
  type Pace,
  toLanguage,
} from '../base/index.ts';
import { newSignIn, queueMail, type SignInMethod, timeInWords, wrongCodeGiven } from '../mail/index.ts';
import { knownDevices, type Tx } from '../storage/index.ts';
import { type Workspace, writeOwnAudit } from '../workspaces/index.ts';
import type { MailingCtx } from './context.ts';
import { isMadeElsewhere, unprovedIn } from './people.ts';
import type { Device } from './sessions.ts';
import { spendOnMail } from './tries.ts';

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

/** Returns a label such as "Chrome, Windows"; null without a User-Agent. */
export function nameDevice(userAgent: string | null): string | null {
  if (userAgent === null) return null;
  const known = [BROWSERS, SYSTEMS].flatMap((table) => table.find(([sign]) => sign.test(userAgent))?.[1] ?? []);
  return known.length > 0 ? known.join(', ') : userAgent.slice(0, PLAIN_CHARS);
}

/**
 * Identifies a device by a hash. The same browser stays the same device after an update. In another network it may
 * count as a new one.
 */
function hashOf({ userAgent, address }: Device): string {
  return hashToken(`${userAgent?.replaceAll(/[\d.]+/g, '') ?? ''} ${networkOf(address)}`);
}

interface TriedSignIn {
  readonly device: Device;
  readonly home: Workspace | undefined;
  readonly mayMail: () => boolean;
}

interface Reader {
  readonly seq: number;
  readonly email: string;
  readonly language: string;
}

/**
 * The maximum number of mails about new devices that one person gets in an hour. More mails would delay others, because
 * all mails of the installation share one queue and one mail server. The history records every sign-in, even without a
 * mail.
 */
const TOLD_AN_HOUR = 4;
/**
 * The limit on sign-in mails to the members of one workspace, so that no workspace uses up the mail server. The limit
 * for one person is much lower. So sign-ins with two stolen passwords cannot use up the workspace's mails.
 */
const TO_WORKSPACE: Pace = { tries: 50, refillMs: HOUR_MS / 2 };
const TO_PERSON: Pace = { tries: 10, refillMs: 2 * HOUR_MS };
/**
 * The maximum number of devices that are remembered for one person. A further device replaces the oldest one. The
 * oldest device then counts as new at its next sign-in.
 */
const DEVICES_KEPT = 100;

/**
 * Remembers the device of a sign-in, and mails the person about a new one, at most four times an hour. An unproved
 * address gets no mail. It may belong to a stranger, because an owner can make an account for any address.
 * @param home the workspace whose time zone, mail queue and mail count are used; without it, no mail is sent
 * @param mayMail calls `mayMailNewDevice` once, even if the transaction runs again
 */
export function noteDevice(
  tx: Tx,
  { person, by, device, home, mayMail }: TriedSignIn & { readonly person: Reader; readonly by: SignInMethod },
): void {
  const deviceHash = hashOf(device);
  const own = eq(knownDevices.personSeq, person.seq);
  const known = tx.db.select().from(knownDevices).where(own).orderBy(desc(knownDevices.firstSeenAt)).all();
  if (known.some((one) => one.deviceHash === deviceHash)) return;
  const over = known.slice(DEVICES_KEPT - 1).map((one) => one.deviceHash);
  const ofOver = and(own, inArray(knownDevices.deviceHash, over));
  if (over.length > 0) tx.db.delete(knownDevices).where(ofOver).run();
  tx.db.insert(knownDevices).values({ personSeq: person.seq, deviceHash, firstSeenAt: tx.now }).run();
  const lately = known.filter(({ firstSeenAt }) => firstSeenAt > tx.now - HOUR_MS);
  if (known.length === 0 || lately.length >= TOLD_AN_HOUR || home === undefined) return;
  if (mayBeStranger(tx, person) || !mayMail()) return;
  const language = toLanguage(person.language);
  const worded = newSignIn(language, { by, ...tryInWords(tx, language, device, home) });
  queueMail(tx, { workspaceSeq: home.seq, kind: 'new_sign_in', recipient: person.email, worded });
}

const mayBeStranger = (tx: Tx, { seq }: Reader): boolean =>
  isMadeElsewhere(tx.db, { unprovedIn: unprovedIn(tx.db, seq) });

const tryInWords = (tx: Tx, language: Language, device: Device, home: Workspace) => ({
  at: timeInWords(tx.now, language, home.timeZone),
  device: nameDevice(device.userAgent),
  address: device.address,
});

/** Returns true if another mail about a new device may be sent. In that case it also counts that mail. */
export const mayMailNewDevice = (ctx: MailingCtx, person: Guessed, home: Workspace | undefined): boolean =>
  spendOnMail(ctx, home?.id, [mailLimits(person, home)]);

const mailLimits = ({ id }: Guessed, home: Workspace | undefined): Limit[] => [
  limitOf(`mails about sign-ins to ${id}`, TO_PERSON),
  limitOf(`mails about sign-ins in ${home?.id}`, TO_WORKSPACE),
];

/**
 * The pace of mails about wrong codes, so that somebody who guesses codes cannot fill the mailbox. The history records
 * every try.
 */
const MAILS: Pace = { tries: 1, refillMs: HOUR_MS };

/**
 * The pace of mails about wrong codes if a limit of `mailLimits` is used up. Each person then still gets one such mail
 * a day.
 */
const LAST_MAILS: Pace = { tries: 1, refillMs: DAY_MS };

type Guessed = Reader & { readonly id: string };

/**
 * Returns true if another mail about a wrong code may be sent, and counts that mail. A person gets at most one an hour.
 */
export function mayMailWrongCode(ctx: MailingCtx, person: Guessed, home: Workspace | undefined): boolean {
  const hourly = limitOf(`mails of wrong codes to ${person.id}`, MAILS);
  const last = limitOf(`last mails of wrong codes to ${person.id}`, LAST_MAILS);
  return spendOnMail(ctx, home?.id, [
    [hourly, ...mailLimits(person, home)],
    [hourly, last],
  ]);
}

/**
 * Adds a failed sign-in with the right password but a wrong code to the history of the person's workspaces. Also mails
 * the person, at most once an hour. An address that may belong to a stranger gets no mail.
 */
export function noteWrongCode(
  tx: Tx,
  { person, device, home, mayMail }: TriedSignIn & { readonly person: Guessed },
): void {
  writeOwnAudit(tx, person, { actor: { type: 'person', id: person.id }, action: 'person.wrong_code' });
  if (home === undefined || mayBeStranger(tx, person) || !mayMail()) return;
  const language = toLanguage(person.language);
  const worded = wrongCodeGiven(language, tryInWords(tx, language, device, home));
  queueMail(tx, { workspaceSeq: home.seq, kind: 'wrong_code', recipient: person.email, worded });
}
