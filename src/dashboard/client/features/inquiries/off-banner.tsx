import type { Board } from '../../parts/inquiries.ts';
import { SettingsLink } from '../../parts/settings-link.tsx';
import { words } from '../../words/words.ts';

type Off = NonNullable<Board['off']>;

/** How to switch inquiries on: in the settings, or when the server starts. */
export function OffRemedy({ off, class: className }: { readonly off: Off; readonly class?: string }) {
  if (off === 'dev_environment_only') return <code>docket serve --environment dev</code>;
  return <SettingsLink {...(className === undefined ? {} : { class: className })} />;
}

/** Why no new inquiries come in, and where to change that. */
export function OffBanner({ off }: { readonly off: Board['off'] }) {
  if (off === null) return null;
  const w = words.value.inquiries;
  return (
    <details class="note inquiries-off">
      <summary>{w.offShort}</summary>
      <p>
        {w.off[off]} <OffRemedy off={off} />
      </p>
      <p>{w.offStays}</p>
    </details>
  );
}
