import { words } from '../words/common.ts';
import { NOWHERE } from './empty/drawings/nowhere.ts';
import { Empty } from './empty/empty.tsx';
import { useTitle } from './use-title.ts';

interface UnknownProps {
  readonly title: string;
  /** Where the others of its kind are, and what they are called. */
  readonly list: string;
  readonly listName: string;
}

/** In place of a thing that is not there, or no longer: the way to those that are. */
export function Unknown({ title, list, listName }: UnknownProps) {
  useTitle(title, listName);
  return (
    <Empty drawing={NOWHERE} title={title} what={words.value.nowhereWhat} level={1}>
      <a class="button main" href={list}>
        {listName}
      </a>
    </Empty>
  );
}
