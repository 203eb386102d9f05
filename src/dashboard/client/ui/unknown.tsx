import type { ComponentProps } from 'preact';
import { words } from '../words/common.ts';
import { NOWHERE } from './empty/drawings/nowhere.ts';
import { Empty } from './empty/empty.tsx';
import { useTitle } from './use-title.ts';
import { Waiting } from './waiting.tsx';

interface UnknownProps {
  readonly title: string;
  readonly list: string;
  readonly listName: string;
}

function Unknown({ title, list, listName }: UnknownProps) {
  useTitle(title, listName);
  return (
    <Empty drawing={NOWHERE} title={title} what={words.value.nowhereWhat} level={1}>
      <a class="button main" href={list}>
        {listName}
      </a>
    </Empty>
  );
}

type WaitingForProps = UnknownProps & Pick<ComponentProps<typeof Waiting>, 'of'>;

export const WaitingFor = ({ of, ...unknown }: WaitingForProps) => (
  <Waiting of={of} unknown={<Unknown {...unknown} />} />
);
