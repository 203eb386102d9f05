import { workspaceId } from '../../data/me.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { loadKeys } from '../../parts/keys.ts';
import { ChoiceMenu } from '../../ui/choice-menu.tsx';
import { words } from '../../words/words.ts';
import { type CallWish, isRequestId } from './use-found-calls.ts';

const STATUSES = ['', '2', '4', '5'] as const;

interface CallFiltersProps {
  readonly wish: CallWish;
  readonly set: (wish: CallWish) => void;
}

export function CallFilters({ wish, set }: CallFiltersProps) {
  const { data } = useLoaded(loadKeys, workspaceId());
  const w = words.value.connect;
  const wrong = wish.requestId.trim() !== '' && !isRequestId(wish.requestId);
  return (
    <div class="connect-call-filters">
      <label>
        {w.findRequest}
        <input
          value={wish.requestId}
          maxLength={40}
          autocomplete="off"
          spellcheck={false}
          aria-invalid={wrong}
          aria-describedby="request-form"
          onInput={(event) => set({ ...wish, requestId: event.currentTarget.value })}
        />
        <span id="request-form" class="meta">
          {wrong && w.requestForm}
        </span>
      </label>
      <ChoiceMenu
        label={w.ofKey}
        value={wish.key}
        groups={[
          [{ value: '', text: w.anyKey }],
          (data?.keys ?? []).map(({ id: value, name, prefix }) => ({ value, text: `${name} (${prefix}…)` })),
        ]}
        choose={(key) => set({ ...wish, key })}
      />
      <ChoiceMenu
        label={w.outcome}
        value={wish.status}
        groups={[STATUSES.map((value) => ({ value, text: w.outcomes[value] }))]}
        choose={(status) => set({ ...wish, status })}
      />
    </div>
  );
}
