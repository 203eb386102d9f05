import { workspace, workspaceId } from '../../data/me.ts';
import { SettingsLink } from '../../parts/settings-link.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Problem } from '../../ui/problem/problem.tsx';
import { words } from '../../words/words.ts';
import { CallsTable } from './calls-table.tsx';
import { Commands } from './commands.tsx';
import { LastCall } from './last-call.tsx';
import { findTestOrder } from './operations.ts';
import { useCalls } from './use-calls.ts';
import { VerifyForm } from './verify-form.tsx';

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

export function ConnectPage() {
  const { calls, error } = useCalls(workspaceId());
  const w = words.value.connect;
  const test = findTestOrder(calls ?? []);
  const { origin, protocol, hostname } = location;
  const isThere = (calls ?? error) !== undefined;
  return (
    <div class="connect">
      <PageHead title={w.title} lead={w.lead}>
        <p class="connect-links">
          <a href="/docs" target="_blank" rel="noopener">
            {words.value.reference}
          </a>
          <a href="/app/keys">{w.manageKeys}</a>
        </p>
      </PageHead>
      <ClosedNote />
      <Problem error={error} />
      {isThere && <LastCall call={calls?.[0]} known={calls !== undefined} />}
      {isThere && (
        <>
          <h2>{w.address}</h2>
          <div class="connect-line connect-short">
            <pre>{origin}</pre>
            <CopyButton text={origin} what={w.address} />
          </div>
          <p class="meta">{w.addressWhat}</p>
          {protocol === 'http:' && !LOOPBACK.test(hostname) && <p class="note">{w.addressPlain}</p>}
          <Commands {...test} />
          <CallsTable recent={calls} />
          <VerifyForm />
        </>
      )}
    </div>
  );
}

/** Explains why the API refuses calls. The server checks the plan first, so this note does too. */
function ClosedNote() {
  const w = words.value.connect;
  const { plan, apiEnabled } = workspace.value ?? {};
  const why = plan === 'free' ? w.planNote : apiEnabled === false ? w.apiOffNote : undefined;
  if (why === undefined) return null;
  return (
    <p class="note">
      {why} <SettingsLink />
    </p>
  );
}
