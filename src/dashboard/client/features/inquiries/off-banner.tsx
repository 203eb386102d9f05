import type { Board } from '../../parts/inquiries.ts';
import { SettingsLink } from '../../parts/settings-link.tsx';
import { words } from '../../words/words.ts';

type Off = NonNullable<Board['off']>;

/** The way to switch inquiries on: in the settings, or by the server's start. */
export function OffRemedy({ off, class: className }: { readonly off: Off; readonly class?: string }) {
  if (off === 'dev_environment_only') return <code>docket serve --environment dev</code>;
  return <SettingsLink {...(className === undefined ? {} : { class: className })} />;
}

/** Why nothing new comes in, and where that is changed. */
export function OffBanner({ off }: { readonly off: Board['off'] }) {
  if (off === null) return null;
  const w = words.value.inquiries;
  return (
    <div class="note inquiries-off">
      <p>
        {w.off[off]} <OffRemedy off={off} />
      </p>
      <p>{w.offStays}</p>
    </div>
  );
}
