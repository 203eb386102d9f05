import { words, workspace } from '../state.ts';
import type { Board } from './data.ts';

/** Why nothing new comes in, and the very switch. */
export function OffBanner({ off }: { readonly off: Board['off'] }) {
  if (off === null) return null;
  const w = words.value.inquiries;
  const update = `docket workspace update ${workspace.value?.id}`;
  const commands = {
    plan_required: `${update} --plan pro`,
    api_disabled: `${update} --api on`,
    inquiries_disabled: `${update} --inquiries on`,
    dev_environment_only: 'docket serve --environment dev',
  };
  return (
    <div class="note off">
      <p>
        {w.off[off]} <code>{commands[off]}</code>
      </p>
      <p>{w.offStays}</p>
    </div>
  );
}
