import { useEffect, useState } from 'preact/hooks';
import { Dialog } from '../../ui/dialog.tsx';
import { plural } from '../../ui/format.ts';
import { useGuardedRoute } from '../../ui/leave.ts';
import { words } from '../../words/words.ts';
import { type Entry, listEntries, matching } from './entries.ts';
import { useFound } from './use-found.tsx';

const LIST = 'palette-list';
const idOf = ({ id }: Entry): string => `palette-option-${id}`;
const GROUPS = ['orders', 'clients', 'actions', 'pages', 'own'] as const;

interface PaletteProps {
  /** Text that was typed before the palette had loaded. */
  readonly early: { readonly current: string };
  readonly onClose: () => void;
}

/** Finds an order, a client, a page or an action while the reader types: a combobox with a list (WAI-ARIA APG). */
export function Palette({ early, onClose }: PaletteProps) {
  const route = useGuardedRoute();
  const [text, setText] = useState('');
  // The id of the chosen entry, not its position, because entries found later may appear above it.
  const [at, setAt] = useState<string>();
  const [isEntered, setIsEntered] = useState(false);
  const { found: searched, part, isSearching } = useFound(text, route);
  const w = words.value.palette;
  const found = [...searched, ...matching(listEntries(route), text)];
  const all = GROUPS.flatMap((group) => found.filter((one) => one.group === group));
  const chosen = all.find(({ id }) => id === at) ?? all[0];
  // The open dialog now receives keys itself, so the text typed before is moved into its field.
  useEffect(() => setText(early.current), []);
  const act = (entry: Entry | undefined): void => {
    if (entry === undefined) return;
    onClose();
    entry.act();
  };
  useEffect(() => {
    if (isEntered && !isSearching) act(chosen);
  }, [isEntered, isSearching]);
  const press = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && chosen !== undefined) setAt(all.at((all.indexOf(chosen) + step) % all.length)?.id);
    if (event.key === 'Enter') {
      // While the search is running, Enter waits for its result. The reader may mean an entry that is not found yet.
      if (isSearching) setIsEntered(true);
      else act(chosen);
    }
    if (step !== 0 || event.key === 'Enter') event.preventDefault();
  };
  const told = isSearching ? w.searching : all.length === 0 ? w.nothing : (part ?? plural(all.length, w.found));
  return (
    <Dialog title={w.title} onClose={onClose}>
      <div class="palette">
        <input
          type="text"
          class="palette-input"
          role="combobox"
          aria-label={w.hint}
          aria-autocomplete="list"
          aria-expanded={all.length > 0}
          aria-controls={LIST}
          {...(chosen === undefined ? {} : { 'aria-activedescendant': idOf(chosen) })}
          placeholder={w.shortHint}
          autocomplete="off"
          spellcheck={false}
          maxLength={100}
          autofocus
          value={text}
          onInput={({ currentTarget }) => {
            setText(currentTarget.value);
            setAt(undefined);
            setIsEntered(false);
          }}
          onKeyDown={press}
        />
        <Options told={text.trim() !== '' && told} all={all} chosen={chosen} act={act} />
        {all.length === 0 && !isSearching && <Otherwise setText={setText} act={act} />}
      </div>
    </Dialog>
  );
}

interface OtherwiseProps extends Pick<OptionsProps, 'act'> {
  readonly setText: (text: string) => void;
}

function Otherwise({ setText, act }: OtherwiseProps) {
  const w = words.value.palette;
  const order = listEntries(useGuardedRoute()).find(({ id }) => id === 'new-order');
  return (
    <div class="line">
      <button
        type="button"
        onClick={() => {
          setText('');
          document.querySelector<HTMLElement>('.palette-input')?.focus();
        }}
      >
        {w.clear}
      </button>
      {order !== undefined && (
        <button type="button" onClick={() => act(order)}>
          {order.text}
        </button>
      )}
    </div>
  );
}

interface OptionsProps {
  /** The message about the search, such as the number of entries found; false while the input is empty. */
  readonly told: string | false;
  readonly all: readonly Entry[];
  readonly chosen: Entry | undefined;
  readonly act: (entry: Entry) => void;
}

function Options({ told, all, chosen, act }: OptionsProps) {
  const w = words.value.palette;
  useEffect(() => {
    if (chosen !== undefined) document.getElementById(idOf(chosen))?.scrollIntoView({ block: 'nearest' });
  }, [chosen?.id]);
  return (
    <>
      <p class="meta" role="status">
        {told}
      </p>
      <div id={LIST} role="listbox" aria-label={w.title} class="palette-list">
        {GROUPS.map((group) => {
          const own = all.filter((entry) => entry.group === group);
          if (own.length === 0) return null;
          return (
            // biome-ignore lint/a11y/useSemanticElements: a list of options may contain groups, not fieldsets (WAI-ARIA 1.2, listbox)
            <div key={group} role="group" aria-label={w[group]}>
              <p class="meta" aria-hidden="true">
                {w[group]}
              </p>
              {own.map((entry) => (
                <Option key={entry.id} entry={entry} isChosen={entry === chosen} act={act} />
              ))}
            </div>
          );
        })}
      </div>
    </>
  );
}

interface OptionProps extends Pick<OptionsProps, 'act'> {
  readonly entry: Entry;
  readonly isChosen: boolean;
}

function Option({ entry, isChosen, act }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the option (aria-activedescendant)
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above, the field handles the keys
    <div id={idOf(entry)} role="option" aria-selected={isChosen} onClick={() => act(entry)}>
      {entry.show ?? <span>{entry.text}</span>}
      {entry.beside !== undefined && <span class="meta">{entry.beside}</span>}
    </div>
  );
}
