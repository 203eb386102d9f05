import type { Health } from '../../parts/webhooks.ts';
import { words } from '../../words/words.ts';

type Explanation = NonNullable<NonNullable<Health['lastFailure']>['explanation']>;

/** Why the newest attempt failed; undefined if it succeeded. */
export const causeOf = (health: Health | undefined): Explanation | undefined =>
  health?.beats.at(-1)?.succeeded === false ? (health.lastFailure?.explanation ?? undefined) : undefined;

const OF_ADDRESS = new Set(['name_not_found', 'address_not_public', 'certificate_name', 'redirect', 404, 405, 410]);

/** True if another address may remedy the newest failure. */
export const isOfAddress = (health: Health | undefined): boolean =>
  OF_ADDRESS.has(health?.lastFailure?.reason ?? '') || OF_ADDRESS.has(health?.lastFailure?.httpCode ?? 0);

/** Why an attempt failed, and what to do about it. */
export const Cause = ({ explanation: { what, next } }: { readonly explanation: Explanation }) => (
  <>
    <p>
      <strong>{words.value.hooks.happened}:</strong> {what}.
    </p>
    <p>
      <strong>{words.value.hooks.doNow}:</strong> {next}
    </p>
  </>
);

export const Why = ({ explanation }: { readonly explanation: Explanation }) => (
  <div class="note bad">
    <Cause explanation={explanation} />
  </div>
);
