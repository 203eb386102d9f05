import { useState } from 'preact/hooks';
import { isOwner, mayChange, mayTakeOrders, seesShop } from '../../data/me.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { shortcutsOn, switchShortcuts } from '../../ui/keys.ts';
import { words } from '../../words/words.ts';
import { dailyPlaces } from '../menu/places.tsx';
import { paletteKeys } from '../palette/palette-keys.ts';

/** Lists all shortcuts, with a switch for people who want to turn the shortcuts off (WCAG 2.1.4). */
export function ShortcutSheet({ onClose }: { readonly onClose: () => void }) {
  const [on, setOn] = useState(shortcutsOn());
  const w = words.value;
  const s = w.shortcuts;
  const go = (key: string, name: string): [string[], string] => [['g', key], name];
  const all: [string[], string][] = [
    go('h', dailyPlaces()[0].text),
    go('o', w.orders.title),
    ...(mayTakeOrders() ? [go('d', w.menu.deliveries)] : []),
    ...(seesShop()
      ? [
          go('i', w.menu.inquiries),
          go('c', w.menu.clients),
          go('p', w.menu.payments),
          go('r', w.menu.reports),
          go('t', w.menu.stock),
          go('w', w.webhooks),
          ...(isOwner() ? [go('n', w.menu.connect), go('k', w.keys), go('l', w.settingsNav.history)] : []),
        ]
      : []),
    go('s', mayChange() ? w.settings.title : w.account),
    [[...paletteKeys()], w.palette.title],
    [['/'], s.search],
    [['j', 'k'], s.rows],
    [['Enter'], s.open],
    [['x'], s.select],
    [['n'], w.orders.newOrder],
    [['s'], s.status],
    [['p'], w.payments.recordPayment],
    [['e'], w.edit],
    [['h', 'l'], s.aside],
    [['m'], s.move],
    [['?'], s.sheet],
    [['Esc'], s.escape],
  ];
  return (
    <Dialog title={s.title} onClose={onClose}>
      <p class="meta">{s.what}</p>
      <dl class="shortcuts-keys">
        {all.map(([keys, name]) => (
          <div key={name}>
            <dt>
              {keys.map((key, at) => (
                <span key={key}>
                  {at > 0 && (keys[0] === 'g' ? ` ${s.after} ` : ' ')}
                  <kbd>{key}</kbd>
                </span>
              ))}
            </dt>
            <dd>{name}</dd>
          </div>
        ))}
      </dl>
      <label class="check">
        <input
          type="checkbox"
          checked={on}
          onChange={({ currentTarget }) => {
            switchShortcuts(currentTarget.checked);
            setOn(currentTarget.checked);
          }}
        />{' '}
        {s.on}
      </label>
      <div class="actions">
        {/* This button gets the focus, because it is visible without scrolling. Otherwise the browser would focus
            the checkbox, and scroll down to it. */}
        <button type="button" class="main" autofocus onClick={onClose}>
          {w.close}
        </button>
      </div>
    </Dialog>
  );
}
