import { isOwner } from '../../data/me.ts';
import { switchEndpoint } from '../../parts/webhooks.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { Problem } from '../../ui/problem/problem.tsx';
import { useSending } from '../../ui/sending.ts';
import { words } from '../../words/words.ts';
import type { EndpointProps } from './endpoint-props.ts';

export function TurnedOff({ endpoint, changed }: EndpointProps) {
  const sending = useSending();
  const w = words.value.hooks;
  return (
    <>
      <p>{w.stateOff}</p>
      {isOwner() && (
        <div class="actions start">
          <ActButton sending={sending} act={() => switchEndpoint(endpoint.id, true).then(changed)}>
            {w.switchOn}
          </ActButton>
        </div>
      )}
      <Problem error={sending.error} />
    </>
  );
}
