import type { ComponentProps } from 'preact';
import { words } from '../words/common.ts';
import { NOWHERE } from './empty/drawings/nowhere.ts';
import { Empty } from './empty/empty.tsx';
import { useTitle } from './use-title.ts';
import { Waiting } from './waiting.tsx';

interface NotHereProps {
  readonly title: string;
  readonly what: string;
  /** The page that the reader may have wanted. */
  readonly near: { readonly to: string; readonly text: string };
  readonly place?: string;
}

export function NotHere({ title, what, near, place = '' }: NotHereProps) {
  useTitle(title, place);
  return (
    <Empty drawing={NOWHERE} title={title} what={what} level={1}>
      <a class="button main" href={near.to}>
        {near.text}
      </a>
    </Empty>
  );
}

interface WaitingForProps extends Pick<ComponentProps<typeof Waiting>, 'of'> {
  readonly title: string;
  readonly list: string;
  readonly listName: string;
}

export const WaitingFor = ({ of, title, list: to, listName: text }: WaitingForProps) => (
  <Waiting
    of={of}
    unknown={<NotHere title={title} what={words.value.nowhereWhat} near={{ to, text }} place={text} />}
  />
);
