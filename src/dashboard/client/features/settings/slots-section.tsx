import { useLoaded } from '../../data/use-loaded.ts';
import { loadSlots } from '../../parts/slots.ts';
import { SlotsForm } from '../../parts/slots-form.tsx';
import { fieldMoment } from '../../ui/format.ts';
import { Waiting } from '../../ui/waiting.tsx';
import { words } from '../../words/words.ts';

/** When orders leave the shop. */
export function SlotsSection() {
  const w = words.value.orderForm;
  const loaded = useLoaded(() => loadSlots(fieldMoment(Date.now()).slice(0, 10)), '');
  return (
    <section aria-labelledby="slots-title">
      <h2 id="slots-title">{w.slots}</h2>
      <p class="lead">{w.slotsWhat}</p>
      <Waiting of={loaded} />
      {loaded.data !== undefined && <SlotsForm slots={loaded.data} saved={() => {}} />}
    </section>
  );
}
