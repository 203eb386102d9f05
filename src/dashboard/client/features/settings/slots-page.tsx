import { useLoaded } from '../../data/use-loaded.ts';
import { SettingsPage } from '../../parts/settings-nav.tsx';
import { loadSlots } from '../../parts/slots.ts';
import { SlotsForm } from '../../parts/slots-form.tsx';
import { localDay } from '../../ui/format.ts';
import { Waiting } from '../../ui/waiting.tsx';
import { words } from '../../words/words.ts';

export function SlotsPage() {
  const w = words.value.orderForm;
  const loaded = useLoaded(() => loadSlots(localDay()), '');
  return (
    <SettingsPage title={words.value.settingsNav.slots}>
      <h2 class="unseen">{words.value.settingsNav.slots}</h2>
      <p class="lead">{w.slotsWhat}</p>
      <Waiting of={loaded} />
      {loaded.data !== undefined && <SlotsForm slots={loaded.data} saved={() => {}} />}
    </SettingsPage>
  );
}
