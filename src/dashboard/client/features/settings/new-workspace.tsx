import { useState } from 'preact/hooks';
import { api, ask } from '../../data/api.ts';
import { switchTo } from '../../data/chosen-workspace.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { leave } from '../../ui/leave.ts';
import { pageWords } from '../../words/settings-pages.ts';
import { ZoneField } from './zone-field.tsx';
import { ownZone } from './zones.ts';

/** A further shop or brand of the same owner. */
export function NewWorkspace() {
  const [open, setOpen] = useState(false);
  const w = pageWords.value.workspace;
  return (
    <section aria-labelledby="further-title">
      <h2 id="further-title">{w.further}</h2>
      <p class="lead">{w.furtherWhat}</p>
      <button type="button" onClick={() => setOpen(true)}>
        {w.create}
      </button>
      {open && <NewDialog onClose={() => setOpen(false)} />}
    </section>
  );
}

function NewDialog({ onClose }: { readonly onClose: () => void }) {
  const form = useForm(async (text) => {
    const body = { name: text('name'), timeZone: text('timeZone') };
    const { workspaceId } = await ask(api.workspaces.post(body));
    await leave(() => switchTo(workspaceId, '/app'));
  });
  const w = pageWords.value.workspace;
  return (
    <Dialog title={w.create} onClose={onClose}>
      <Form of={form}>
        <TextField name="name" label={w.name} required maxLength={200} autocomplete="off" autofocus />
        <ZoneField chosen={ownZone()} />
        <FormActions action={w.create} onClose={onClose} />
      </Form>
    </Dialog>
  );
}
