import { useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { here, workspaceId } from '../../data/me.ts';
import { saveAsked } from '../../data/save-file.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { wrongField } from '../../data/wrong-field.ts';
import { clientName, loadFewClients } from '../../parts/clients.ts';
import { SettingsPage } from '../../parts/settings-nav.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ago, count, moment, plural } from '../../ui/format.ts';
import { phoneTyped } from '../../ui/phone-typed.ts';
import { Problem } from '../../ui/problem/problem.tsx';
import { pageWords } from '../../words/settings-pages.ts';
import { words } from '../../words/words.ts';

const dataOf = () => here()['client-data'];
const load = () => ask(dataOf().get());
type ClientData = Awaited<ReturnType<typeof load>>;
type Forgetting = ClientData['forgettings'][number];

/** Either word confirms the deletion; the second suits a Russian keyboard. The server accepts only the first. */
const FORGET_WORDS = ['FORGET', 'ЗАБЫТЬ'] as const;
const AGAIN_MS = 2_000;

const isOpen = ({ forgettings }: ClientData): boolean => forgettings.some(({ finishedAt }) => finishedAt === null);

export function ClientDataPage() {
  const loaded = useLoaded(load, workspaceId(), {
    again: (data) => (data !== undefined && isOpen(data) ? AGAIN_MS : undefined),
  });
  const { data, error, reload } = loaded;
  const w = pageWords.value.clientData;
  return (
    <SettingsPage title={words.value.settingsNav['client-data']} lead={w.what}>
      <Problem error={error} retry={reload} />
      {data !== undefined && <ClientForm data={data} begun={reload} />}
      {data !== undefined && data.forgettings.length > 0 && <Forgettings of={data} />}
    </SettingsPage>
  );
}

const NOBODY: Client = { phone: '', email: '' };

/**
 * Returns the client from the part after the # in the page's address. The link puts the client there because browsers
 * never send that part to a server.
 */
function named(): Client {
  const given = new URLSearchParams(location.hash.slice(1));
  return { phone: given.get('phone') ?? '', email: given.get('email') ?? '' };
}

interface Client {
  readonly phone: string;
  readonly email: string;
}

interface NamedClient {
  readonly client: Client;
  /** The phone, the e-mail or both, as they were typed. */
  readonly given: readonly string[];
  /**
   * The clients found with this phone or e-mail, as one text: their names and numbers of orders. Empty if no client was
   * found.
   */
  readonly found: string;
}

async function findNamed(given: readonly string[]): Promise<string> {
  const lists = await Promise.all(given.map((one) => loadFewClients(one.trim())));
  const clients = new Map(lists.flatMap((list) => list.clients).map((one) => [one.id, one]));
  const names = [...clients.values()].map(
    (one) => `${clientName(one)} (${plural(one.orders, words.value.orders.ordersCount)})`,
  );
  return [...names, ...(lists.some(({ more }) => more) ? ['…'] : [])].join(', ');
}

function ClientForm({ data, begun }: { readonly data: ClientData; readonly begun: () => void }) {
  const w = pageWords.value.clientData;
  const [asked, setAsked] = useState<NamedClient>();
  const [given, setGiven] = useState(named);
  const form = useForm(async (text) => {
    const client = { phone: text('phone'), email: text('email') };
    const given = [client.phone, client.email].filter((one) => one.trim() !== '');
    if (given.length === 0) throw wrongField('phone', w.givenNothing);
    if (text('act') === 'forget') setAsked({ client, given, found: await findNamed(given) });
    else await saveAsked(`/app/api/workspaces/${workspaceId()}/client-data/file`, client);
  });
  return (
    <>
      {/* When forgetting has begun, the form is emptied, and the phone and the e-mail are removed from the page's
          URL. So the page no longer names the client. */}
      <Form of={form} class="narrow-form" key={given === NOBODY ? 'blank' : 'given'}>
        <TextField
          name="phone"
          label={words.value.clients.phone}
          hint={w.phoneHint}
          {...phoneTyped()}
          type="tel"
          defaultValue={given.phone}
        />
        <TextField name="email" label={words.value.email} type="email" defaultValue={given.email} />
        <FormActions action={w.download}>
          <button type="submit" class="danger" name="act" value="forget">
            {w.forget}
          </button>
        </FormActions>
      </Form>
      {asked !== undefined && (
        <FormDialog
          title={w.sureTitle(asked.given.join(', '))}
          effects={[asked.found === '' ? w.notFound : w.found(asked.found), ...effectsOf(data)]}
          confirm={{ label: w.typeWord, word: FORGET_WORDS }}
          action={w.sureVerb}
          danger
          send={() => ask(dataOf().forget.post({ ...asked.client, word: FORGET_WORDS[0] }))}
          done={() => {
            history.replaceState(history.state, '', location.pathname);
            setAsked(undefined);
            setGiven(NOBODY);
            begun();
          }}
          onClose={() => setAsked(undefined)}
        >
          {data.copies !== null && data.copies > 0 && <p class="settings-warning">{plural(data.copies, w.copiesGo)}</p>}
        </FormDialog>
      )}
    </>
  );
}

function effectsOf({ copies, elsewhere, endpoints, large }: ClientData): string[] {
  const w = pageWords.value.clientData;
  return [
    ...w.sure,
    ...(copies === null ? [w.otherBackups] : []),
    ...(elsewhere === null ? [] : [w.elsewhere(elsewhere.target, count(elsewhere.keep), elsewhere.keepDays)]),
    ...(endpoints === 0 ? [] : [w.receivers]),
    ...(large ? [w.large] : []),
  ];
}

function Forgettings({ of: { forgettings, large } }: { readonly of: ClientData }) {
  const w = pageWords.value.clientData;
  return (
    <section aria-labelledby="forgettings-title">
      <h2 id="forgettings-title">{w.forgotten}</h2>
      <ul class="cards">
        {forgettings.map((one) => (
          <li key={one.id}>
            <div class="settings-who">
              <p>
                <strong>
                  <time title={ago(one.begunAt)}>{moment(one.begunAt)}</time>
                </strong>
              </p>
              <p role={one.finishedAt === null ? 'status' : undefined}>{stateOf(one, large)}</p>
              <p class="meta">{goneOf(one)}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function stateOf({ finishedAt, step, again }: Forgetting, large: boolean): string {
  const w = pageWords.value.clientData;
  if (finishedAt !== null) return again ? w.doneAgain(moment(finishedAt)) : w.done(moment(finishedAt));
  return step === 'file' && large ? w.large : w.steps[step];
}

function goneOf({ counts, finishedAt, again }: Forgetting): string {
  const kinds: Readonly<Record<string, string>> = words.value.history.fields;
  const gone = Object.entries(counts).filter(([, n]) => n > 0);
  // After a restore, one run deletes the data of several clients again. The counts of the run are stored with the first
  // client only. So missing counts do not mean that nothing was deleted.
  if (gone.length === 0) return finishedAt === null || again ? '' : pageWords.value.clientData.nothing;
  return gone.map(([kind, n]) => `${kinds[kind] ?? kind}: ${count(n)}`).join(', ');
}
