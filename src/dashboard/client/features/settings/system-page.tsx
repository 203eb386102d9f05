import type { ComponentChildren } from 'preact';
import { ask } from '../../data/api.ts';
import { here, workspaceId } from '../../data/me.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { GuardedForm } from '../../parts/guarded-form.tsx';
import { SettingsPage } from '../../parts/settings-nav.tsx';
import { bytes } from '../../ui/bytes.ts';
import { useForm } from '../../ui/form.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { ago, count, day, locale, MINUTE_MS, moment } from '../../ui/format.ts';
import { Problem } from '../../ui/problem/problem.tsx';
import { Table } from '../../ui/table.tsx';
import { pageWords } from '../../words/settings-pages.ts';
import { words } from '../../words/words.ts';
import { Fact } from './fact.tsx';
import { ShortNumber } from './number-field.tsx';
import { loadRetention, type RetentionFacts, retentionOf, typedNumber } from './workspace-data.ts';

const systemOf = () => here().system;
/** `hereMs` is the browser's time, for comparing the clocks. */
const load = async () => ({ ...(await ask(systemOf().get())), hereMs: Date.now() });
type System = Awaited<ReturnType<typeof load>>;

/**
 * The limit on the difference between the server's clock and the browser's clock. Above it, the page shows a warning,
 * because authenticator codes and webhook signatures tolerate only a few minutes.
 */
const CLOCK_SLACK_MS = 2 * MINUTE_MS;
/** The limit that `docket check` uses. */
const LEAST_FREE_BYTES = 256 * 1024 * 1024;
const DAY_S = 86_400;
const HOUR_S = 3_600;
const MINUTE_S = 60;

/** Formats a duration in its two largest units. */
function lasting(seconds: number): string {
  const say = (value: number, unit: string): string =>
    new Intl.NumberFormat(locale(), { style: 'unit', unit, unitDisplay: 'long' }).format(value);
  const [days, hours, minutes] = [
    Math.floor(seconds / DAY_S),
    Math.floor((seconds % DAY_S) / HOUR_S),
    Math.floor((seconds % HOUR_S) / MINUTE_S),
  ];
  if (days > 0) return `${say(days, 'day')} ${say(hours, 'hour')}`;
  return hours > 0 ? `${say(hours, 'hour')} ${say(minutes, 'minute')}` : say(minutes, 'minute');
}

export function SystemPage() {
  const { data, error, reload } = useLoaded(load, workspaceId());
  const w = pageWords.value.system;
  return (
    <SettingsPage title={words.value.settingsNav.system}>
      <div class="head">
        <p class="lead">{w.what}</p>
        <button type="button" onClick={reload}>
          {words.value.hooks.refresh}
        </button>
      </div>
      <Problem error={error} retry={reload} />
      {data !== undefined && <Facts system={data} />}
      {data !== undefined && <SizesSection sizes={data.sizes} />}
      {data !== undefined && <Diagnostics />}
      {data !== undefined && <RetentionSection />}
    </SettingsPage>
  );
}

function Diagnostics() {
  const w = pageWords.value.system;
  return (
    <section aria-labelledby="diagnostics-title">
      <h2 id="diagnostics-title">{w.diagnostics}</h2>
      <p class="lead">{w.diagnosticsWhat}</p>
      <a
        class="button"
        href={`/app/api/workspaces/${workspaceId()}/system/diagnostics`}
        download="docket-diagnostics.json"
      >
        {w.download}
      </a>
    </section>
  );
}

function Facts({ system }: { readonly system: System }) {
  const w = pageWords.value.system;
  const offMs = Math.abs(Date.parse(system.clock) - system.hereMs);
  const lowDisk = system.freeBytes !== null && system.freeBytes < LEAST_FREE_BYTES;
  const counts = Object.entries(system.counts);
  const names: Readonly<Record<string, string>> = w.counted;
  return (
    <>
      <Part title={w.server}>
        <Fact name={w.version}>
          {system.version} <code>{system.commit}</code>
        </Fact>
        <Fact name={w.uptime}>{lasting(system.uptimeSeconds)}</Fact>
        <Fact name={w.clock}>
          {moment(system.clock)}
          {offMs > CLOCK_SLACK_MS && <p class="settings-warning">{w.clockOff(count(Math.round(offMs / MINUTE_MS)))}</p>}
        </Fact>
        {system.oddProxies.map(({ trouble, address, at }) => (
          <Fact key={trouble} name={w.proxy}>
            <time title={moment(at)}>{ago(at)}</time>
            <p class="settings-warning">{w.proxies[trouble](address)}</p>
          </Fact>
        ))}
      </Part>
      <Part title={w.storage}>
        <Fact name={w.database}>{bytes(system.databaseBytes)}</Fact>
        <Fact name={w.wal}>{bytes(system.walBytes)}</Fact>
        <Fact name={w.free}>
          {system.freeBytes === null ? w.unknown : bytes(system.freeBytes)}
          {lowDisk && <p class="settings-warning">{w.lowDisk}</p>}
        </Fact>
        <Fact name={w.schema}>{system.schemaVersion}</Fact>
        <Fact name={w.backup}>
          {system.lastBackupAt === null ? (
            w.noBackup
          ) : (
            <time title={moment(system.lastBackupAt)}>{ago(system.lastBackupAt)}</time>
          )}
          {system.backupTrouble !== null && <p class="settings-warning">{w.backupTroubles[system.backupTrouble]}</p>}
        </Fact>
      </Part>
      <Part title={w.waiting}>
        <Fact name={w.deliveries}>{count(system.deliveriesWaiting)}</Fact>
        {system.oldestDueAt !== null && (
          <Fact name={w.oldest}>
            <time title={moment(system.oldestDueAt)}>{ago(system.oldestDueAt)}</time>
          </Fact>
        )}
        <Fact name={w.mails}>{count(system.mailsWaiting)}</Fact>
        <Fact name={w.pages}>{count(system.pagesListening)}</Fact>
      </Part>
      <Part title={w.counts}>
        {counts.map(([what, number]) => (
          <Fact key={what} name={names[what] ?? what}>
            {number === null ? w.many : count(number)}
          </Fact>
        ))}
      </Part>
    </>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <section>
      <h2>{title}</h2>
      <dl class="settings-facts">{children}</dl>
    </section>
  );
}

/** The limits of unused space. If both are exceeded, rewriting the database file is worth the time. */
const MUCH_UNUSED_BYTES = 64 * 1024 * 1024;
const MUCH_UNUSED_SHARE = 0.25;

function grown(size: number | null): string {
  if (size === null || size === 0) return '–';
  return `${size < 0 ? '−' : '+'}${bytes(Math.abs(size))}`;
}

function SizesSection({ sizes }: Pick<System, 'sizes'>) {
  const w = pageWords.value.retention;
  const names: Readonly<Record<string, string>> = w.kinds;
  const all = sizes?.kinds.reduce((sum, kind) => sum + kind.bytes, 0) ?? 0;
  const unused = sizes?.kinds.find(({ kind }) => kind === 'free')?.bytes ?? 0;
  return (
    <section aria-labelledby="sizes-title">
      <h2 id="sizes-title">{w.sizes}</h2>
      <p class="lead">{sizes === null ? w.notMeasured : w.measured(day(sizes.measuredAt.slice(0, 10)))}</p>
      {sizes !== null && (
        <Table
          label={w.sizesTable}
          class="plain-names flush settings-sizes"
          rows={sizes.kinds.toSorted((a, b) => Number(a.kind === 'rest') - Number(b.kind === 'rest'))}
          columns={[
            { head: w.kind, isName: true, cell: ({ kind }) => names[kind] ?? kind },
            { head: w.rows, class: 'number', cell: ({ rows }) => (rows === 0 ? '–' : count(rows)) },
            { head: w.size, class: 'number', cell: (kind) => bytes(kind.bytes) },
            { head: w.growth, class: 'number', cell: ({ bytesAMonth }) => grown(bytesAMonth) },
          ]}
        />
      )}
      {unused > MUCH_UNUSED_BYTES && unused > all * MUCH_UNUSED_SHARE && <p class="note">{w.compact}</p>}
    </section>
  );
}

const FIELDS = ['eventsDays', 'attempts', 'callsDays', 'mailsDays', 'sessionsDays'] as const;
type FieldName = (typeof FIELDS)[number];

function RetentionSection() {
  const { data, error, reload } = useLoaded(loadRetention, '');
  const w = pageWords.value.retention;
  return (
    <section aria-labelledby="retention-title">
      <h2 id="retention-title">{w.title}</h2>
      <p class="lead">{w.what}</p>
      <Problem error={error} retry={reload} />
      {data !== undefined && (
        <>
          {data.judgedAt !== null && <p class="settings-warning">{w.behind(moment(data.judgedAt))}</p>}
          <RetentionForm facts={data} saved={reload} />
        </>
      )}
    </section>
  );
}

function RetentionForm({ facts, saved }: { readonly facts: RetentionFacts; readonly saved: () => void }) {
  const form = useForm(async (text) => {
    // A number field contains a number or nothing. The server reports numbers out of bounds.
    const typed = FIELDS.map((field) => [field, typedNumber(text(field)) ?? null] as const);
    const changed = typed.filter(([field, value]) => value !== facts.kept[field]);
    if (changed.length === 0) return;
    await ask(retentionOf().post(Object.fromEntries(changed)));
    saved();
  });
  return (
    <GuardedForm of={form} class="narrow-form">
      {FIELDS.map((field) => (
        <Limit key={field} field={field} facts={facts} />
      ))}
      <FormActions action={words.value.save} done={words.value.saved} />
    </GuardedForm>
  );
}

function Limit({ field, facts }: { readonly field: FieldName; readonly facts: RetentionFacts }) {
  const { least, most, mayStay } = facts.bounds[field];
  const w = pageWords.value.retention;
  const hint = (mayStay ? w.boundsOrAll : w.bounds)(count(least), count(most));
  return (
    <ShortNumber
      name={field}
      label={w.fields[field]}
      hint={hint}
      min={least}
      max={most}
      required={!mayStay}
      defaultValue={facts.kept[field] ?? ''}
    />
  );
}
