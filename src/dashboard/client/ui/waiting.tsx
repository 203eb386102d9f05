import type { ComponentChildren } from 'preact';
import { isRefusal, Refusal } from '../data/refusal.ts';
import type { Loaded } from '../data/use-loaded.ts';
import { words } from '../words/common.ts';
import { Problem } from './problem/problem.tsx';

interface WaitingProps {
  readonly of: Pick<Loaded<unknown>, 'data' | 'error' | 'reload'>;
  /** The content if the server does not have the requested object. */
  readonly unknown?: ComponentChildren;
}

export function Waiting({ of: { data, error, reload }, unknown }: WaitingProps) {
  if (data === undefined && error === undefined) return <p class="loading">{words.value.loading}</p>;
  const isUnknown = error instanceof Refusal && /(^|_)not_found$/.test(error.code);
  if (isUnknown && unknown !== undefined) return <>{unknown}</>;
  // A retry with the same filter would be refused again, so none is offered.
  const isFinal = isRefusal(error, 'validation_failed');
  return <Problem error={error} retry={isFinal ? undefined : reload} />;
}
