import { useState } from 'preact/hooks';
import type { OrderData } from '../../../parts/orders.ts';
import { FormActions } from '../../../ui/form-actions.tsx';
import { type Usual, useClientOf, useUsual } from './data.ts';
import type { Change, Draft } from './draft.ts';
import { EarlierOrders } from './earlier-orders.tsx';
import { OrderFields } from './form-fields.tsx';
import { OneLine, Preview } from './preview.tsx';
import { useScanning } from './scanning.tsx';

interface Props {
  readonly draft: Draft;
  readonly change: Change;
  readonly action: string;
  readonly back: string;
  /** The order being changed; undefined for a new one. */
  readonly order?: OrderData;
  /** Slots that the user chose although they are over or full. */
  readonly agreed?: Set<string>;
  /** Renders the one-line field that fills the form. */
  readonly line?: (usual: Usual) => preact.ComponentChildren;
}

/** Shows the fields, with the resulting order next to them. On a phone, the result is one line above the button. */
export function FormBody({ draft, change, action, back, order, agreed, line }: Props) {
  const usual = useUsual();
  const [noted] = useState(() => agreed ?? new Set<string>());
  const client = useClientOf(draft.client['phone'] ?? '');
  const scans = useScanning({ items: draft.items, put: (items) => change({ ...draft, items }) });
  // On the edit page, pressing an earlier order would add its items to this one.
  const before = order === undefined && <EarlierOrders of={client} draft={draft} change={change} />;
  return (
    <div class="order-form-columns">
      <div>
        {line?.(usual)}
        <OrderFields
          draft={draft}
          change={change}
          before={before}
          usual={usual}
          isNew={order === undefined}
          agreed={noted}
          scans={scans}
        />
        {/* If saved now, the order would lack the product that is still being looked up. */}
        <FormActions action={action} back={back} disabled={scans.busy} sticky>
          <OneLine draft={draft} />
        </FormActions>
      </div>
      <aside>
        {before}
        <Preview draft={draft} before={order} />
      </aside>
    </div>
  );
}
