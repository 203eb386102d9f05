import { useState } from 'preact/hooks';
import { api, ask } from '../../data/api.ts';
import { switchTo } from '../../data/chosen-workspace.ts';
import { typedZone, ZoneField } from '../../parts/zone-field.tsx';
import { ownZone } from '../../parts/zones.ts';
import { TextField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { leave } from '../../ui/leave.ts';
import { pageWords } from '../../words/settings-pages.ts';

/** Creates another shop or brand for the same owner. */
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
      {open && (
        <FormDialog
          title={w.create}
          action={w.create}
          send={(text) => ask(api.workspaces.post({ name: text('name'), timeZone: typedZone(text, ownZone()) }))}
          done={({ workspaceId }) => leave(() => switchTo(workspaceId, '/app'))}
          onClose={() => setOpen(false)}
        >
          <TextField name="name" label={w.name} required maxLength={200} autofocus />
          <ZoneField chosen={ownZone()} />
        </FormDialog>
      )}
    </section>
  );
}
