import { useState } from 'preact/hooks';
import { api, ask } from '../api.ts';
import { Form, useForm } from '../form.tsx';
import { leave } from '../leave.ts';
import { Dialog, Problem, useGuarded } from '../parts.tsx';
import { Field } from '../setup/fields.tsx';
import { focusFirst } from '../sign-in/guest-parts.tsx';
import { words } from '../state.ts';
import { switchTo } from '../workspaces/chosen.ts';
import { pageWords } from './page-words.ts';
import { ruleOf } from './rule-of.ts';
import { wordRule } from './workspace-data.ts';
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
  const [name, zone] = [ruleOf(form.error, 'name'), ruleOf(form.error, 'timeZone')];
  return (
    <Dialog title={w.create} onClose={onClose}>
      <Form of={form} onInput={form.reset}>
        <Field id="new-name" name="name" label={w.name} problem={wordRule(name)}>
          {(tied) => <input {...tied} required maxLength={200} autocomplete="off" ref={focusFirst} />}
        </Field>
        <ZoneField id="new-time-zone" chosen={ownZone()} rule={zone} />
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
