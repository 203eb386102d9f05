import type { Board } from '../../data/inquiries.ts';
import { SettingsLink } from '../../ui/settings-link.tsx';
import { words } from '../../words/words.ts';

/** Why nothing new comes in, and where that is changed: under Settings, but for how the server was started. */
export function OffBanner({ off }: { readonly off: Board['off'] }) {
  if (off === null) return null;
  const w = words.value.inquiries;
  return (
    <div class="note inquiries-off">
      <p>
        {w.off[off]} {off === 'dev_environment_only' ? <code>docket serve --environment dev</code> : <SettingsLink />}
      </p>
      <p>{w.offStays}</p>
    </div>
  );
}
