import { useLoaded } from '../../data/use-loaded.ts';
import { ChoiceMenu } from '../../ui/choice-menu.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import type { Address } from '../../ui/use-query.ts';
import { words } from '../../words/words.ts';
import { type CountsQuery, loadCategories, PARTS } from './data.ts';

interface CountsBarProps {
  readonly query: CountsQuery;
  readonly shown: (typeof PARTS)[number];
  readonly go: Address['set'];
  readonly entered: (text: string) => void;
}

export function CountsBar({ query: { q, category }, shown, go, entered }: CountsBarProps) {
  const { data: categories = [] } = useLoaded(loadCategories, '', { later: true });
  const s = words.value.stock.stocktakes;
  return (
    <div class="stock-bar stock-take-bar">
      <SearchInput label={s.search} text={q} search={(text) => go({ q: text || undefined })} entered={entered} />
      <ChoiceMenu
        label={s.part}
        quiet
        value={shown}
        groups={[PARTS.map((value) => ({ value, text: s.parts[value] }))]}
        choose={(part) => go({ part })}
      />
      {categories.length > 0 && (
        <ChoiceMenu
          label={s.category}
          quiet
          value={category ?? ''}
          groups={[[{ value: '', text: s.anyCategory }], categories.map((name) => ({ value: name, text: name }))]}
          choose={(name) => go({ category: name || undefined })}
        />
      )}
    </div>
  );
}
