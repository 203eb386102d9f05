import type { Health } from '../../parts/webhooks.ts';
import { words } from '../../words/words.ts';

type Explanation = NonNullable<NonNullable<Health['lastFailure']>['explanation']>;

/** Why the newest attempt failed; undefined if it succeeded. */
export const causeOf = (health: Health | undefined): Explanation | undefined =>
  health?.beats.at(-1)?.succeeded === false ? (health.lastFailure?.explanation ?? undefined) : undefined;

export const Cause = ({ explanation: { what } }: { readonly explanation: Explanation }) => (
  <p>
    <strong>{words.value.hooks.happened}:</strong> {what}.
  </p>
);

/** Why an attempt failed, and what to do about it. */
export const Why = ({ explanation }: { readonly explanation: Explanation }) => (
  <div class="note bad">
    <Cause explanation={explanation} />
    <p>
      <strong>{words.value.hooks.doNow}:</strong> {explanation.next}
    </p>
  </div>
);
