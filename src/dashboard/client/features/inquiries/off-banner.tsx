import { TriangleAlert } from 'lucide';
import type { Board } from '../../parts/inquiries.ts';
import { SettingsLink } from '../../parts/settings-link.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { words } from '../../words/words.ts';

type Off = NonNullable<Board['off']>;

const COMMAND = 'docket serve --environment dev';

/** Explains how to switch inquiries on: in the settings, or when the server starts. */
export function OffRemedy({ off, class: className }: { readonly off: Off; readonly class: string }) {
  if (off !== 'dev_environment_only') return <SettingsLink class={className} />;
  return (
    <span class="line">
      <code>{COMMAND}</code> <CopyButton text={COMMAND} what={COMMAND} />
    </span>
  );
}

/** Explains why no new inquiries come in, and links to the setting that changes it. */
export function OffBanner({ off }: { readonly off: Board['off'] }) {
  if (off === null) return null;
  return (
    <div class="note busy inquiries-off">
      <Icon of={TriangleAlert} />
      <p>{words.value.inquiries.off[off]}</p>
      <OffRemedy off={off} class="button" />
    </div>
  );
}
