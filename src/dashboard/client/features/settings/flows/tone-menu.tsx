import { TONES, type Tone } from '../../../parts/flows.ts';
import { MenuButton } from '../../../ui/menu-button.tsx';
import { words } from '../../../words/words.ts';

interface ToneProps {
  readonly tone: Tone;
  readonly set: (tone: Tone) => void;
  /** True if a choice changes data on the server. It is then disabled while there is no connection. */
  readonly writes?: boolean;
}

export function ToneMenu({ tone, set, writes = false }: ToneProps) {
  const w = words.value.flows;
  const items = TONES.map((one) => ({
    id: one,
    text: w.tones[one],
    tone: one,
    chosen: one === tone,
    writes,
    act: () => {
      if (one !== tone) set(one);
    },
  }));
  return (
    <MenuButton class="bare flows-tone" label={`${w.tone}: ${w.tones[tone]}`} listLabel={w.tone} groups={[items]}>
      <span class={`dot ${tone}`} />
    </MenuButton>
  );
}
