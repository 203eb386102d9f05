import { isOwner } from '../../data/me.ts';
import { type Endpoint, switchEndpoint } from '../../parts/webhooks.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { Problem } from '../../ui/problem/problem.tsx';
import { useSending } from '../../ui/sending.ts';
import { words } from '../../words/words.ts';

interface TurnedOffProps {
  readonly endpoint: Endpoint;
  readonly changed: () => void;
}

/** Why nothing is sent to an endpoint that a person turned off, and the way back. */
export function TurnedOff({ endpoint, changed }: TurnedOffProps) {
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
