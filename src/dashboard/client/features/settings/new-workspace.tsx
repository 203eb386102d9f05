import { useState } from 'preact/hooks';
import { api, ask } from '../../data/api.ts';
import { switchTo } from '../../data/chosen-workspace.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { useGuarded } from '../../ui/guarded.tsx';
import { focusFirst } from '../../ui/guest-parts.tsx';
import { leave } from '../../ui/leave.ts';
import { Problem } from '../../ui/problem/problem.tsx';
import { useFieldProblems } from '../../ui/problem/use-told.ts';
import { pageWords } from '../../words/settings-pages.ts';
import { words } from '../../words/words.ts';
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
  const { guard, dialog } = useGuarded();
  const form = useForm(async (text) => {
    const body = { name: text('name'), timeZone: text('timeZone') };
    const { workspaceId } = await guard(() => ask(api.workspaces.post(body)));
    await leave(() => switchTo(workspaceId, '/app'));
  });
  const w = pageWords.value.workspace;
  const problem = useFieldProblems(form.error);
  const [name, zone] = [problem('name'), problem('timeZone')];
  return (
    <Dialog title={w.create} onClose={onClose}>
      <Form of={form} onInput={form.reset}>
        <Field id="new-name" name="name" label={w.name} problem={name}>
          {(tied) => <input {...tied} required maxLength={200} autocomplete="off" ref={focusFirst} />}
        </Field>
        <ZoneField id="new-time-zone" chosen={ownZone()} problem={zone} />
        {form.error !== undefined && name === undefined && zone === undefined && <Problem error={form.error} />}
        <div class="actions">
          <button type="button" onClick={onClose}>
            {words.value.cancel}
          </button>
          <button type="submit" class="main">
            {w.create}
          </button>
        </div>
      </Form>
      {dialog}
    </Dialog>
  );
}
