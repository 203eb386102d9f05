import { useState } from 'preact/hooks';
import { ACCENTS } from '../../../shared/accents.ts';
import { workspace } from '../../data/me.ts';
import { wearAccent } from '../../ui/accent.ts';
import { Choices } from '../../ui/field.tsx';
import { pageWords } from '../../words/settings-pages.ts';

const FIRST_OWN = '#1f5c4d';

export function LookFields() {
  const [accent, setAccent] = useState(workspace.value?.accent ?? 'pine');
  const w = pageWords.value.workspace;
  const own = accent.startsWith('#');
  const choose = (chosen: string): void => {
    setAccent(chosen);
    void wearAccent(document.documentElement, chosen);
  };
  const ownOne = own ? accent : FIRST_OWN;
  return (
    <>
      <Choices name="accent" label={w.accent} class="settings-accents">
        {ACCENTS.map((name) => (
          <label key={name} class="settings-accent" data-accent={name}>
            <input type="radio" name="accent" value={name} checked={accent === name} onChange={() => choose(name)} />
            {w.accents[name]}
          </label>
        ))}
        <label class="settings-accent">
          <input type="radio" name="accent" value={ownOne} checked={own} onChange={() => choose(ownOne)} />
          {w.ownAccent}
        </label>
        {own && (
          <input
            type="color"
            aria-label={w.ownAccent}
            value={accent}
            onInput={({ currentTarget }) => choose(currentTarget.value)}
          />
        )}
      </Choices>
      <p class="meta">{w.accentWhat}</p>
    </>
  );
}
