import { Refusal } from '../../data/refusal.ts';
import { words } from '../../words/common.ts';
import { CopyButton } from '../copy-button.tsx';
import { useExplained } from './use-explained.ts';

/** Returns details for a technical helper, in the words of the server's log and the reference. */
const detailsOf = ({ code, message, requestId, at }: Refusal): string =>
  [`code: ${code}`, `message: ${message}`, `requestId: ${requestId}`, `time: ${at.toISOString()}`].join('\n');

interface ProblemProps {
  readonly error: unknown;
  readonly retry?: (() => void) | undefined;
}

export function Problem({ error, retry }: ProblemProps) {
  const refusal = error instanceof Refusal ? error : undefined;
  const texts = useExplained(refusal);
  if (error === undefined) return null;
  return (
    <div class="problem" role="alert">
      {texts.length === 0 && <p>{refusal?.code === 'offline' ? words.value.offline : words.value.noAnswer}</p>}
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {refusal !== undefined && refusal.requestId !== '' && (
        <p class="meta">
          {words.value.request} <code>{refusal.requestId}</code>{' '}
          <CopyButton text={detailsOf(refusal)} label={words.value.copyDetails} />
        </p>
      )}
      {retry !== undefined && (
        <button type="button" onClick={retry}>
          {words.value.retry}
        </button>
      )}
    </div>
  );
}
