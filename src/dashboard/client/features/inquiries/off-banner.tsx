import { TriangleAlert } from 'lucide';
import type { Board } from '../../parts/inquiries.ts';
import { SettingsLink } from '../../parts/settings-link.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { words } from '../../words/words.ts';

type Off = NonNullable<Board['off']>;

const COMMAND = 'docket serve --environment dev';

/** Links to the setting that switches inquiries on. Shows nothing if only the server's environment decides. */
export const OffRemedy = ({ off, class: className }: { readonly off: Off; readonly class: string }) =>
  off === 'dev_environment_only' ? null : <SettingsLink class={className} />;

/** The command that starts a server with inquiries. */
export const DevCommand = () => (
  <p class="line">
    <code>{COMMAND}</code> <CopyButton text={COMMAND} what={COMMAND} />
  </p>
);

/** Explains why no new inquiries come in, and links to the setting that changes it. */
export function OffBanner({ off }: { readonly off: Board['off'] }) {
  if (off === null) return null;
  return (
    <div class="note busy inquiries-off">
      <Icon of={TriangleAlert} />
      <p>{words.value.inquiries.off[off]}</p>
      <OffRemedy off={off} class="button" />
      {off === 'dev_environment_only' && (
        <details>
          <summary>{words.value.forDevelopers}</summary>
          <DevCommand />
        </details>
      )}
    </div>
  );
}
