import type { ComponentChildren } from 'preact';
import { isOwner } from '../../data/me.ts';
import type { Health } from '../../parts/webhooks.ts';
import { words } from '../../words/words.ts';

type Explanation = NonNullable<NonNullable<Health['lastFailure']>['explanation']>;

export const causeOf = (health: Health | undefined): Explanation | undefined =>
  health?.beats.at(-1)?.succeeded === false ? (health.lastFailure?.explanation ?? undefined) : undefined;

const OF_ADDRESS = new Set(['name_not_found', 'address_not_public', 'certificate_name', 'redirect', 404, 405, 410]);

/** Returns true if another address may remedy the newest failure. */
const isOfAddress = (health: Health | undefined): boolean =>
  OF_ADDRESS.has(health?.lastFailure?.reason ?? '') || OF_ADDRESS.has(health?.lastFailure?.httpCode ?? 0);

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

export const ChangeAddress = ({ to, health }: { readonly to: string; readonly health: Health | undefined }) =>
  isOwner() && isOfAddress(health) ? (
    <div class="actions start">
      <a class="button" href={`${to}?tab=settings`}>
        {words.value.hooks.changeAddress}
      </a>
    </div>
  ) : null;

interface WhyProps {
  readonly explanation: Explanation;
  readonly children?: ComponentChildren;
}

export const Why = ({ explanation, children }: WhyProps) => (
  <div class="note bad">
    <Cause explanation={explanation} />
    {children}
  </div>
);
