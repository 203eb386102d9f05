import { useHint } from '../live.ts';
import { Problem, useLoaded } from '../parts.tsx';
import { ownsInstallation, workspace } from '../state.ts';
import { useTitle } from '../use-title.ts';
import { SettingsNav } from './nav.tsx';
import { NewWorkspace } from './new-workspace.tsx';
import { NumbersForm } from './numbers-form.tsx';
import { pageWords } from './page-words.ts';
import { PlanSection } from './plan-section.tsx';
import { ProfileForm } from './profile-form.tsx';
import { Switches } from './switches.tsx';
import { loadSettings } from './workspace-data.ts';

export function WorkspacePage() {
  const id = workspace.value?.id ?? '';
  const { data, error, reload } = useLoaded(() => loadSettings(id), id);
  useHint('settings', reload);
  useTitle(pageWords.value.nav.workspace);
  return (
    <div class="settings-page">
      <SettingsNav />
      {error !== undefined && <Problem error={error} retry={reload} />}
      <ProfileForm />
      {data !== undefined && (
        <>
          <NumbersForm it={data} saved={reload} />
          <PlanSection it={data} />
          <Switches it={data} />
          {ownsInstallation() && <NewWorkspace />}
        </>
      )}
    </div>
  );
}
