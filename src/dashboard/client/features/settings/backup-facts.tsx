import { ask } from '../../data/api.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { bytes } from '../../ui/bytes.ts';
import { ago, moment, plural } from '../../ui/format.ts';
import { Said } from '../../ui/said.tsx';
import { useSending } from '../../ui/sending.ts';
import { language } from '../../words/language.ts';
import { pageWords } from '../../words/settings-pages.ts';
import { type Backups, backupsOf } from './backup-data.ts';
import { BackupProblem } from './backup-problem.tsx';

const COMMAND = [
  'docket serve',
  '--backup-schedule "daily 03:00"',
  '--backup-to s3://bucket/prefix',
  '--backup-keep 14',
];
const UNITS: Readonly<Record<string, string>> = { d: 'day', h: 'hour', m: 'minute', s: 'second' };

function scheduleOf({ schedule, zone }: Backups): string {
  const w = pageWords.value.backups;
  const [word = '', value = '', own] = schedule.split(' ');
  if (word === 'daily') return w.daily(value, own ?? zone);
  if (word !== 'every') return w.off;
  const locale = language.value === 'ru' ? 'ru-RU' : 'en-GB';
  const format = { style: 'unit', unit: UNITS[value.slice(-1)] ?? 'minute', unitDisplay: 'short' } as const;
  return w.every(new Intl.NumberFormat(locale, format).format(Number.parseInt(value, 10)));
}

/** A new database, or one put aside and restored, has no record of the backups that lie there: the files tell more. */
function noneOf({ files }: Backups): string {
  const w = pageWords.value.backups;
  const newest = files
    .map(({ takenAt }) => takenAt)
    .sort()
    .at(-1);
  return newest === undefined ? w.none : w.noneNoted(ago(newest));
}

/** By which settings backups are made, how the last ones went, and one more at the press of a button. */
export function BackupFacts({ it, begun }: { readonly it: Backups; readonly begun: () => void }) {
  const sending = useSending();
  const w = pageWords.value.backups;
  const make = () => ask(backupsOf().post({})).then(begun);
  const failure = it.runs.find(({ outcome }) => outcome === 'failed')?.reason ?? '';
  return (
    <section aria-labelledby="how-title">
      <h2 id="how-title">{w.how}</h2>
      {it.trouble === 'failed' && <Said title={w.failed} text={failure} />}
      {it.trouble === 'old' && <p class="settings-warning">{w.old}</p>}
      <dl class="settings-facts">
        <dt>{w.last}</dt>
        <dd>
          {it.lastGood === null ? (
            noneOf(it)
          ) : (
            <>
              <time title={moment(it.lastGood.startedAt)}>{ago(it.lastGood.startedAt)}</time>
              {it.lastGood.bytes !== null && ` · ${bytes(it.lastGood.bytes)}`}
            </>
          )}
        </dd>
        <dt>{w.schedule}</dt>
        <dd>{scheduleOf(it)}</dd>
        {it.nextAt !== null && (
          <>
            <dt>{w.next}</dt>
            <dd>{Date.parse(it.nextAt) <= Date.now() ? w.atOnce : moment(it.nextAt)}</dd>
          </>
        )}
        <dt>{w.target}</dt>
        <dd>
          <code>{it.target}</code>
        </dd>
        <dt>{w.keep}</dt>
        <dd>
          {plural(it.keep, w.kept)}
          {it.keepDays !== null && w.keptDays(String(it.keepDays))}. {w.keptApart}
        </dd>
      </dl>
      <p class="meta">{w.readOnly}</p>
      <pre>
        {COMMAND.map((part) => (
          // A flag that broke after one of its hyphens would read as two.
          <span key={part}>
            <span class="unbroken">{part}</span>{' '}
          </span>
        ))}
      </pre>
      <div class="actions start">
        <ActButton sending={sending} class="main" disabled={it.busy} act={make}>
          {it.busy ? w.making : w.make}
        </ActButton>
      </div>
      <BackupProblem error={sending.error} />
    </section>
  );
}
