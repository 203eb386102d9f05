import { useLoaded } from '../../data/use-loaded.ts';
import { wrongField } from '../../data/wrong-field.ts';
import { EVENT_TYPES, type EventType, loadSamples } from '../../parts/webhooks.ts';
import { Choices } from '../../ui/field.tsx';
import { words } from '../../words/words.ts';

export function EventChoice({ chosen = EVENT_TYPES }: { readonly chosen?: readonly EventType[] }) {
  const { data: samples } = useLoaded(loadSamples, 'samples');
  const w = words.value;
  return (
    <Choices name="events" label={w.hooks.choose} class="webhooks-events">
      {EVENT_TYPES.map((type) => (
        <div key={type}>
          <label class="check">
            <input type="checkbox" name="events" value={type} defaultChecked={chosen.includes(type)} />{' '}
            {w.eventNames[type]} <code>{type}</code>
          </label>
          <p class="meta">{w.hooks.meanings[type]}</p>
          <details class="webhooks-sample">
            <summary>
              {w.hooks.sample}
              <span class="unseen">: {w.eventNames[type]}</span>
            </summary>
            <pre>{pretty(samples?.find((sample) => sample.type === type)?.body ?? '')}</pre>
          </details>
        </div>
      ))}
    </Choices>
  );
}

export function pretty(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}

/** @throws Refusal if no event is chosen */
export function readDraft(form: HTMLFormElement): { readonly url: string; readonly events: readonly EventType[] } {
  const data = new FormData(form);
  const chosen = data.getAll('events');
  if (chosen.length === 0) throw wrongField('events', words.value.hooks.chooseOne);
  return { url: String(data.get('url')), events: EVENT_TYPES.filter((type) => chosen.includes(type)) };
}
