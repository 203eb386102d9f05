import { X } from 'lucide';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { isRefusal } from '../../data/refusal.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { type ClientData, clientName, clientsOf, loadClient, loadClients } from '../../parts/clients.ts';
import { AreaField, ChoiceField, Choices, TextField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { phone, plural } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { words } from '../../words/words.ts';
import { DateList, monthNames } from './date-list.tsx';

const DATES = 20;

interface DateRow {
  readonly key: number;
  readonly day: string;
  readonly month: string;
  readonly title: string;
}

const two = (text: string): string => text.trim().padStart(2, '0');

const partsOf = ({ givenName, note, ownAddresses, dates }: ClientData) => ({
  name: givenName,
  note,
  addresses: ownAddresses,
  dates,
});

type ClientParts = ReturnType<typeof partsOf>;
const PARTS = ['name', 'note', 'addresses', 'dates'] as const;

const isLeft = (part: keyof ClientParts, a: ClientParts, b: ClientParts): boolean =>
  JSON.stringify(a[part]) === JSON.stringify(b[part]);

/** The client as another person has saved it in the meantime, and the parts that both people changed. */
interface Meanwhile {
  readonly client: ClientData;
  readonly clashes: readonly (keyof ClientParts)[];
}

async function loadMeanwhile(opened: ClientData, mine: ClientParts): Promise<Meanwhile> {
  const { client } = await loadClient(opened.id);
  const [before, theirs] = [partsOf(opened), partsOf(client)];
  const isClash = (part: keyof ClientParts): boolean =>
    !isLeft(part, mine, before) && !isLeft(part, theirs, before) && !isLeft(part, theirs, mine);
  return { client, clashes: PARTS.filter(isClash) };
}

interface DialogProps {
  readonly client: ClientData;
  readonly onClose: () => void;
  readonly done: () => void;
}

/**
 * Shows a dialog for editing a client's name, note, addresses and dates. The page behind the dialog may load another
 * person's change of the client at any time. So the dialog keeps the data that the client had when the dialog opened.
 */
export function EditDialog({ client: shown, onClose, done }: DialogProps) {
  const w = words.value.clients;
  const [client] = useState(shown);
  const opened = partsOf(client);
  const [meanwhile, setMeanwhile] = useState<Meanwhile>();
  const [dates, setDates] = useState<readonly DateRow[]>(() =>
    client.dates.map(({ day, title }, key) => ({
      key,
      month: day.slice(0, 2),
      day: String(Number(day.slice(3))),
      title,
    })),
  );
  const send = async (written: (name: string) => string): Promise<unknown> => {
    const all = {
      name: written('name'),
      note: written('note'),
      addresses: written('addresses').replaceAll('\r\n', '\n'),
      dates: dates.map(({ day, month, title }) => ({ day: `${month}-${two(day)}`, title })),
    };
    // A field that was left unchanged here is not sent, so that another person's change of it stays.
    const change = {
      version: (meanwhile?.client ?? client).version,
      ...(isLeft('name', all, opened) ? {} : { name: all.name }),
      ...(isLeft('note', all, opened) ? {} : { note: all.note }),
      ...(isLeft('addresses', all, opened) ? {} : { addresses: all.addresses }),
      ...(isLeft('dates', all, opened) ? {} : { dates: all.dates }),
    };
    try {
      return await ask(clientsOf()({ id: client.id }).update.post(change));
    } catch (problem) {
      if (isRefusal(problem, 'precondition_failed')) setMeanwhile(await loadMeanwhile(client, all));
      throw problem;
    }
  };
  return (
    <FormDialog title={clientName(client)} action={words.value.save} send={send} done={done} onClose={onClose}>
      {meanwhile !== undefined && <Present key={meanwhile.client.version} {...meanwhile} />}
      <TextField
        name="name"
        label={w.name}
        hint={w.nameHint}
        maxLength={200}
        defaultValue={client.givenName}
        placeholder={client.name}
        autofocus
      />
      <AreaField name="note" label={w.note} hint={w.noteHint} rows={4} maxLength={2_000} defaultValue={client.note} />
      <AreaField
        name="addresses"
        label={w.addresses}
        hint={w.addressesHint}
        rows={2}
        maxLength={6_000}
        defaultValue={client.ownAddresses}
      />
      <Dates dates={dates} set={setDates} />
    </FormDialog>
  );
}

function Present({ client, clashes }: Meanwhile) {
  const ref = useRef<HTMLHeadingElement>(null);
  // On a phone this message appears at the top, out of sight from the Save button at the bottom.
  useEffect(() => {
    ref.current?.focus();
    ref.current?.scrollIntoView({ block: 'center' });
  }, []);
  const w = words.value.clients;
  const { dates, ...texts } = partsOf(client);
  return (
    <section class="box">
      <h3 ref={ref} tabIndex={-1}>
        {w.present}
      </h3>
      {clashes.length > 0 && <p>{w.bothChanged(clashes.map((part) => w[part]).join(', '))}</p>}
      <dl class="clients-present">
        {Object.entries(texts).map(([part, text]) => (
          <div key={part}>
            <dt>{w[part as keyof typeof texts]}</dt>
            <dd class="clients-note">{text || '—'}</dd>
          </div>
        ))}
        <div>
          <dt>{w.dates}</dt>
          <dd>{dates.length === 0 ? '—' : <DateList dates={dates} />}</dd>
        </div>
      </dl>
    </section>
  );
}

interface DatesProps {
  readonly dates: readonly DateRow[];
  readonly set: (dates: readonly DateRow[]) => void;
}

function Dates({ dates, set }: DatesProps) {
  const w = words.value.clients;
  const put = (key: number, part: Partial<DateRow>): void =>
    set(dates.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const add = (): void => {
    const key = Math.max(-1, ...dates.map((one) => one.key)) + 1;
    set([...dates, { key, day: '', month: '01', title: '' }]);
  };
  return (
    <fieldset class="clients-dates">
      <legend>{w.dates}</legend>
      <p class="meta">{w.datesWhat}</p>
      {dates.map(({ key, day, month, title }, at) => (
        <div key={key} class="clients-date">
          <TextField
            name={`dates.${at}.day`}
            label={w.day}
            inputMode="numeric"
            required
            pattern="0?[1-9]|[12][0-9]|3[01]"
            maxLength={2}
            value={day}
            onInput={({ currentTarget }) => put(key, { day: currentTarget.value })}
          />
          <ChoiceField
            name={`dates.${at}.month`}
            label={w.month}
            value={month}
            onChange={({ currentTarget }) => put(key, { month: currentTarget.value })}
          >
            {monthNames().map((name, nth) => (
              <option key={name} value={two(String(nth + 1))}>
                {name}
              </option>
            ))}
          </ChoiceField>
          <TextField
            name={`dates.${at}.title`}
            label={w.dateTitle}
            required
            maxLength={100}
            value={title}
            onInput={({ currentTarget }) => put(key, { title: currentTarget.value })}
          />
          <button
            type="button"
            class="bare"
            aria-label={w.removeDate(title)}
            onClick={() => set(dates.filter((one) => one.key !== key))}
          >
            <Icon of={X} />
          </button>
        </div>
      ))}
      {dates.length < DATES && (
        <button type="button" class="quiet" onClick={add}>
          {w.addDate}
        </button>
      )}
    </fieldset>
  );
}

const QUIET_MS = 200;
const SHOWN = 6;

export function MergeDialog({ client, onClose, done }: DialogProps) {
  const w = words.value.clients;
  const [text, setText] = useState(client.name);
  const [other, setOther] = useState('');
  const q = text.trim();
  const find = async () => (q === '' ? [] : (await loadClients(q)).clients);
  const { data, isOld } = useLoaded(find, q, { after: QUIET_MS });
  const found = (data ?? []).filter(({ id }) => id !== client.id).slice(0, SHOWN);
  const chosen = found.find(({ id }) => id === other)?.id;
  return (
    <FormDialog
      title={w.mergeTitle}
      action={w.merge}
      effects={[w.mergeWhat]}
      disabled={chosen === undefined}
      send={() => ask(clientsOf()({ id: client.id }).merge.post({ other: chosen ?? '' }))}
      done={done}
      onClose={onClose}
    >
      <TextField
        name="search"
        label={w.mergeSearch}
        maxLength={100}
        value={text}
        autofocus
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Choices name="other" label={w.list} quiet>
        {found.map((one) => (
          <label key={one.id} class="check">
            <input
              type="radio"
              name="other"
              value={one.id}
              checked={one.id === chosen}
              onChange={() => setOther(one.id)}
            />{' '}
            <bdi>{clientName(one)}</bdi> <span class="meta">{phone(one.phone) || one.email}</span>{' '}
            <span class="meta">{plural(one.orders, words.value.orders.ordersCount)}</span>
          </label>
        ))}
        {data !== undefined && !isOld && found.length === 0 && <p class="meta">{w.mergeNone}</p>}
      </Choices>
    </FormDialog>
  );
}
