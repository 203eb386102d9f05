import { ask } from '../../data/api.ts';
import { browsersKeep, ownsInstallation, refreshMe, showsPlan, workspaceId } from '../../data/me.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { SettingsPage } from '../../parts/settings-nav.tsx';
import { Problem } from '../../ui/problem/problem.tsx';
import { pageWords } from '../../words/settings-pages.ts';
import { words } from '../../words/words.ts';
import { NewWorkspace } from './new-workspace.tsx';
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

/** Switches whether browsers may keep orders and drafts. */
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
