import { useState } from 'preact/hooks';
import { api, ask } from '../../data/api.ts';
import { switchTo } from '../../data/chosen-workspace.ts';
import { browsersKeep, ownsInstallation, refreshMe, showsPlan, workspaceId } from '../../data/me.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { SettingsPage } from '../../parts/settings-nav.tsx';
import { typedZone, ZoneField } from '../../parts/zone-field.tsx';
import { ownZone } from '../../parts/zones.ts';
import { TextField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { leave } from '../../ui/leave.ts';
import { Problem } from '../../ui/problem/problem.tsx';
import { pageWords } from '../../words/settings-pages.ts';
import { words } from '../../words/words.ts';
import { OnOffSection } from './on-off-section.tsx';
import { OrdersKeptSection } from './orders-kept.tsx';
import { PlanSection } from './plan-section.tsx';
import { ShopForm } from './shop-form.tsx';
import { Switches } from './switches.tsx';
import { loadSettings, settingsOf } from './workspace-data.ts';

export function WorkspacePage() {
  const { data, error, reload } = useLoaded(loadSettings, workspaceId(), { on: ['settings'] });
  return (
    <SettingsPage title={words.value.settingsNav.workspace}>
      <Problem error={error} retry={reload} />
      {data !== undefined && (
        <>
          <ShopForm settings={data} saved={reload} />
          {showsPlan() && <PlanSection settings={data} />}
          <Switches settings={data} />
          <OrdersKeptSection />
          <BrowsersSection />
          {ownsInstallation() && <NewWorkspace />}
        </>
      )}
    </SettingsPage>
  );
}

function BrowsersSection() {
  const w = pageWords.value.workspace;
  const keep = browsersKeep();
  return (
    <OnOffSection
      title={w.browsers}
      lead={keep ? w.browsersOn : w.browsersOff}
      verb={keep ? w.browsersForbid : w.browsersAllow}
      effects={keep ? w.browsersForbidWhat : [w.browsersOn]}
      act={() => ask(settingsOf().plan.post({ browsersKeep: !keep })).then(refreshMe)}
    />
  );
}

function NewWorkspace() {
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
