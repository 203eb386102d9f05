import { useState } from 'preact/hooks';
import { Actor } from '../../../parts/actor.tsx';
import type { OrderData } from '../../../parts/orders.ts';
import { ActButton } from '../../../ui/act-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ago, moment } from '../../../ui/format.ts';
import type { Sending } from '../../../ui/sending.ts';
import { words } from '../../../words/words.ts';
import { Differences, pathWord, valueText } from './difference-words.tsx';
import type { Clash, Merge, Side } from './differences.ts';
import type { Draft } from './draft.ts';

const changesSince = (order: OrderData, version: number) => order.timeline.filter((one) => one.version > version);

export function mergedWords({ theirs }: Merge, order: OrderData, since: number): string | undefined {
  const { orderForm: w, orderPage } = words.value;
  const entries = changesSince(order, since);
  if (entries.length === 0) return undefined;
  const names = entries.map(({ actorType, actorName }) => actorName ?? orderPage.actors[actorType]);
  const others = entries.flatMap(({ kind }) => (kind === 'updated' ? [] : [orderPage.kinds[kind]]));
  const changed = [...theirs.map(({ path }) => pathWord(path)), ...others];
  return w.merged([...new Set(names)].join(', '), [...new Set(changed)].join(', '));
}

interface ClashDialogProps {
  readonly of: { readonly order: OrderData; readonly since: number; readonly merge: Merge };
  readonly sending: Sending;
  readonly save: (draft: Draft) => Promise<void>;
  readonly onClose: () => void;
}

export function ClashDialog({ of: { order, since, merge }, sending, save, onClose }: ClashDialogProps) {
  const [choices, choose] = useState<Readonly<Record<string, Side>>>({});
  const w = words.value.orderForm;
  const kept = merge.theirs.filter(({ path }) => !merge.clashes.some((clash) => clash.path === path));
  return (
    <Dialog title={w.staleTitle} onClose={onClose}>
      <ul class="order-form-who">
        {changesSince(order, since).map((entry) => (
          <li key={entry.version}>
            <strong>
              <Actor of={entry} />
            </strong>{' '}
            · {words.value.orderPage.kinds[entry.kind]} · <time title={moment(entry.at)}>{ago(entry.at)}</time>
          </li>
        ))}
      </ul>
      <p>{w.clashWhat}</p>
      {merge.clashes.map((clash) => (
        <Choice
          key={clash.path}
          clash={clash}
          chosen={choices[clash.path]}
          choose={(side) => choose({ ...choices, [clash.path]: side })}
        />
      ))}
      {kept.length > 0 && (
        <>
          <h3>{w.keptTheirs}</h3>
          <Differences of={kept} />
        </>
      )}
      <div class="actions sticky">
        <button type="button" onClick={onClose}>
          {w.backToForm}
        </button>
        <ActButton
          sending={sending}
          class="main"
          disabled={merge.clashes.some(({ path }) => choices[path] === undefined)}
          act={() => save(merge.draft(choices))}
        >
          {words.value.save}
        </ActButton>
      </div>
    </Dialog>
  );
}

interface ChoiceProps {
  readonly clash: Clash;
  readonly chosen: Side | undefined;
  readonly choose: (side: Side) => void;
}

function Choice({ clash, chosen, choose }: ChoiceProps) {
  const { mine, theirs } = words.value.orderForm;
  const names = { mine, theirs };
  return (
    <fieldset>
      <legend>{pathWord(clash.path)}</legend>
      {(['mine', 'theirs'] as const).map((side) => (
        <label class="check" key={side}>
          <input type="radio" name={clash.path} checked={chosen === side} onChange={() => choose(side)} />{' '}
          <span class="meta">{names[side]}</span> {valueText(clash.path, clash[side])}
        </label>
      ))}
    </fieldset>
  );
}
