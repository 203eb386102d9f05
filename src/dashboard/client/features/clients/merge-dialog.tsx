import { useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { type ClientData, clientName, clientsOf, loadClients } from '../../parts/clients.ts';
import { Choices, TextField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { phone, plural } from '../../ui/format.ts';
import { words } from '../../words/words.ts';

const QUIET_MS = 200;
const SHOWN = 6;

interface MergeProps {
  readonly client: ClientData;
  readonly onClose: () => void;
  readonly done: () => void;
}

/** Finds the other client and merges the two. */
export function MergeDialog({ client, onClose, done }: MergeProps) {
  const w = words.value.clients;
  const [text, setText] = useState(client.name);
  const [other, setOther] = useState('');
  const q = text.trim();
  const { data } = useLoaded(async () => ({ q, found: q === '' ? [] : (await loadClients(q)).clients }), q, {
    after: QUIET_MS,
  });
  const found = (data?.found ?? []).filter(({ id }) => id !== client.id).slice(0, SHOWN);
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
        autocomplete="off"
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
            <span class="meta">{plural(one.orders, w.ordersCount)}</span>
          </label>
        ))}
        {data?.q === q && found.length === 0 && <p class="meta">{w.mergeNone}</p>}
      </Choices>
    </FormDialog>
  );
}
