import { useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { zoneOf } from '../../parts/zones.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { bytes } from '../../ui/bytes.ts';
import { ago, locale, moment, plural } from '../../ui/format.ts';
import { Said, Unreadable } from '../../ui/said.tsx';
import { useSending } from '../../ui/sending.ts';
import { language } from '../../words/language.ts';
import { pageWords } from '../../words/settings-pages.ts';
import { type Backups, backupsOf } from './backup-data.ts';
import { BackupProblem } from './backup-problem.tsx';
import { Fact } from './fact.tsx';

const UNITS: Readonly<Record<string, string>> = { d: 'day', h: 'hour', m: 'minute', s: 'second' };

function scheduleOf({ schedule, zone }: Backups): string {
  const w = pageWords.value.backups;
  const [word = '', value = '', own] = schedule.split(' ');
  if (word === 'daily') return w.daily(value, zoneOf(own ?? zone, language.value, Date.now()).name);
  if (word !== 'every') return w.off;
  const format = { style: 'unit', unit: UNITS[value.slice(-1)] ?? 'minute', unitDisplay: 'short' } as const;
  return w.every(new Intl.NumberFormat(locale(), format).format(Number.parseInt(value, 10)));
}

/**
 * Returns the message for a database without a recorded backup. A new or restored database lacks earlier backups, so
 * the files count too.
 */
function noneOf({ files }: Backups): string {
  const w = pageWords.value.backups;
  const newest = files
    .map(({ takenAt }) => takenAt)
    .sort()
    .at(-1);
  return newest === undefined ? w.none : w.noneNoted(ago(newest));
}

function testOf({ destination }: Backups): string {
  const w = pageWords.value.backups;
  if (destination === null) return w.notYet;
  const when = ago(destination.at);
  if (destination.trouble !== null) return w.testFailed(when);
  return destination.made ? w.testMade(when) : w.testPassed(when);
}

/**
 * True if the backup folder is gone, or is empty and without Docket's marker. A person must then confirm the folder.
 */
const isUnknown = ({ destination }: Backups): boolean =>
  destination?.trouble?.rule === 'backup_place' && ['gone', 'unmarked'].includes(destination.trouble.trouble);

function When({ of: { startedAt, bytes: size } }: { readonly of: NonNullable<Backups['lastGood']> }) {
  return (
    <>
      <time title={moment(startedAt)}>{ago(startedAt)}</time>
      {size !== null && ` · ${bytes(size)}`}
    </>
  );
}

export function BackupFacts({ backups, begun }: { readonly backups: Backups; readonly begun: () => void }) {
  const sending = useSending();
  /** The time of the last good backup when the user requested a new one; null if there was none. */
  const [earlier, setEarlier] = useState<string | null>();
  const w = pageWords.value.backups;
  const last = backups.lastGood?.startedAt ?? null;
  const isMade = earlier !== undefined && last !== earlier && !backups.busy;
  const make = () => {
    setEarlier(last);
    return ask(backupsOf().post({})).then(begun);
  };
  const test = () => ask(backupsOf().test.post({})).then(begun);
  const anew = () => ask(backupsOf().settings.post({ anew: true })).then(begun);
  return (
    <section aria-labelledby="how-title">
      <h2 id="how-title">{w.how}</h2>
      {backups.trouble === 'failed' && <Said title={w.failed} text={backups.failure?.reason ?? ''} />}
      {backups.destination !== null && backups.destination.trouble !== null && (
        <Unreadable trouble={backups.destination.trouble} title={w.placeFails} />
      )}
      {backups.trouble === 'old' && <p class="settings-warning">{w.old}</p>}
      <dl class="settings-facts">
        <Fact name={w.last}>{backups.lastGood === null ? noneOf(backups) : <When of={backups.lastGood} />}</Fact>
        {backups.lastScheduled?.startedAt !== backups.lastGood?.startedAt && (
          <Fact name={w.lastScheduled}>
            {backups.lastScheduled === null ? w.notYet : <When of={backups.lastScheduled} />}
          </Fact>
        )}
        <Fact name={w.schedule}>{scheduleOf(backups)}</Fact>
        {backups.nextAt !== null && (
          <Fact name={w.next}>{Date.parse(backups.nextAt) <= Date.now() ? w.atOnce : moment(backups.nextAt)}</Fact>
        )}
        <Fact name={w.target}>
          <code>{backups.target}</code>
        </Fact>
        <Fact name={w.tested}>{testOf(backups)}</Fact>
        <Fact name={w.keep}>
          {plural(backups.keep, w.kept)}
          {backups.keepDays !== null && w.keptDays(String(backups.keepDays))}
        </Fact>
      </dl>
      <div class="actions start">
        <ActButton sending={sending} class="main" disabled={backups.busy} act={make}>
          {backups.busy ? w.making : w.make}
        </ActButton>
        <ActButton sending={sending} act={test}>
          {w.test}
        </ActButton>
        {isUnknown(backups) && (
          <ActButton sending={sending} act={anew}>
            {w.anew}
          </ActButton>
        )}
        <p class="done" role="status">
          {isMade && w.made(bytes(backups.lastGood?.bytes ?? 0))}
        </p>
      </div>
      <BackupProblem error={sending.error} />
    </section>
  );
}
