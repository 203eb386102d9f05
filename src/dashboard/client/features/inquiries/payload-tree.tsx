import { useMemo, useState } from 'preact/hooks';
import { money, plural } from '../../ui/format.ts';
import { knownWord } from '../../ui/known-word.ts';
import { words } from '../../words/words.ts';
import { ExactNumber, readExact } from './read-exact.ts';

/** The number of values shown at first. The page draws more only on request, so that it stays fast. */
const FIRST = 50;
const MORE = 200;
const LONG_TEXT = 1_000;
/** A payload with at most this many values is shown fully open. */
const OPEN_VALUES = 150;
const OPEN_DEPTH = 2;

type Members = readonly (readonly [string, unknown])[];

const isBranch = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof ExactNumber);

function isSmall(value: unknown): boolean {
  const waiting: unknown[] = [value];
  for (let seen = 0; waiting.length > 0; seen += 1) {
    if (seen > OPEN_VALUES) return false;
    const next = waiting.pop();
    if (isBranch(next)) waiting.push(...Object.values(next).slice(0, OPEN_VALUES + 1));
  }
  return true;
}

/** Fields that a website's form adds by itself. The tree shows them only if it has nothing else to show. */
const OF_THE_FORM = /^(?:form[_-]?(?:id|name)|tranid|cookies?|utm\w*|referr?er|token)$/i;

const isOfTheForm = ([name, value]: Members[number]): boolean =>
  OF_THE_FORM.test(name) ||
  (isBranch(value) && Object.keys(value).length > 0 && Object.keys(value).every((one) => OF_THE_FORM.test(one)));

const UTM = /^utm/i;
const MOST_MARKS = 20;

/** Returns the UTM values of a payload, which identify an advertising campaign. */
export function marksIn(text: string): string {
  const value = readExact(text);
  const all: Members = isBranch(value) ? Object.entries(value) : [];
  const near = all.flatMap(([name, one]): Members => [[name, one], ...(isBranch(one) ? Object.entries(one) : [])]);
  const marks = near
    .filter(([name]) => UTM.test(name))
    .flatMap(([name, one]): Members => (isBranch(one) ? Object.entries(one) : [[name, one]]))
    .filter(([, one]) => typeof one === 'string' && one.trim() !== '')
    .map(([name, one]) => (UTM.test(name) ? `${name}: ${one}` : `${one}`));
  return [...new Set(marks)].slice(0, MOST_MARKS).join(' · ');
}

interface PayloadTreeProps {
  readonly text: string;
  /** The beginning of the visitor's message. The tree shows the field with the message above all other fields. */
  readonly main: string;
  /** Texts that the page already shows. The tree leaves them out if it has anything else to show. */
  readonly said: readonly string[];
}

/** A stranger wrote the payload, so its names and values become text nodes only. */
export function PayloadTree({ text, said, main }: PayloadTreeProps) {
  const value = useMemo(() => readExact(text), [text]);
  const small = useMemo(() => isSmall(value), [value]);
  if (!isBranch(value) || Object.keys(value).length === 0)
    return <p class="meta">{words.value.inquiries.nothingSent}</p>;
  const all = Object.entries(value);
  // `told` has only the first field with each text, because another field with the same text may mean something else.
  const told = new Set(said.map((one) => all.find(([, sent]) => typeof sent === 'string' && sent.trim() === one)));
  const rest = all.filter((member) => !told.has(member) && !isOfTheForm(member));
  const isMain = ([, sent]: Members[number]): boolean =>
    main !== '' && typeof sent === 'string' && sent.replaceAll(/\s+/g, ' ').trim().startsWith(main.slice(0, -1));
  const shown = (rest.length > 0 ? rest : all).toSorted((one, other) => Number(isMain(other)) - Number(isMain(one)));
  return <Branch members={shown} isMain={isMain} isList={false} small={small} depth={0} />;
}

function Name({ of: name }: { readonly of: string }) {
  const said = knownWord(words.value.inquiries.payloadNames, name.toLowerCase()) ?? name;
  return <bdi title={said === name ? undefined : name}>{said}</bdi>;
}

/** True for a budget without a currency: it is in roubles, like every sum in Docket. */
const isBudget = (name: string, value: unknown): boolean =>
  name.toLowerCase() === 'budget' && /^\s*\d{1,9}\s*$/.test(String(value));

interface BranchProps {
  readonly members: Members;
  readonly isMain?: (member: Members[number]) => boolean;
  readonly isList: boolean;
  readonly small: boolean;
  readonly depth: number;
}

function Branch({ members, isMain, isList, small, depth }: BranchProps) {
  const [shown, setShown] = useState(FIRST);
  const left = members.length - shown;
  return (
    <>
      <dl class={`inquiries-payload${depth > 5 ? ' inquiries-deep' : ''}`}>
        {members.slice(0, shown).map(([name, value]) => (
          <div key={name} class={isMain?.([name, value]) === true ? 'inquiries-main' : undefined}>
            <dt>{isList ? Number(name) + 1 : <Name of={name} />}</dt>
            <dd>
              {isBudget(name, value) ? money(Number(value)) : <Value value={value} small={small} depth={depth + 1} />}
            </dd>
          </div>
        ))}
      </dl>
      {left > 0 && (
        <button type="button" class="quiet" onClick={() => setShown(shown + MORE)}>
          {plural(Math.min(left, MORE), words.value.inquiries.showMore)}
        </button>
      )}
    </>
  );
}

function Value({ value, small, depth }: { readonly value: unknown; readonly small: boolean; readonly depth: number }) {
  if (typeof value === 'string') return <LongText text={value} />;
  if (value instanceof ExactNumber) return <>{value.digits}</>;
  if (typeof value === 'number') return <>{String(value)}</>;
  if (!isBranch(value)) return <code>{String(value)}</code>;
  return <Folded value={value} small={small} depth={depth} />;
}

function Folded({ value, small, depth }: { readonly value: object; readonly small: boolean; readonly depth: number }) {
  const [open, setOpen] = useState(small || depth < OPEN_DEPTH);
  const isList = Array.isArray(value);
  const all = Object.entries(value);
  const members = isList ? all : all.filter((member) => !isOfTheForm(member));
  const w = words.value.inquiries;
  if (members.length === 0) return <code>{isList ? '[]' : '{}'}</code>;
  if (members.length === 1 && depth === 1) return <Branch members={members} isList={isList} small={small} depth={1} />;
  return (
    <details class="inquiries-branch" open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{plural(members.length, isList ? w.items : w.fields)}</summary>
      {open && <Branch members={members} isList={isList} small={small} depth={depth} />}
    </details>
  );
}

function LongText({ text }: { readonly text: string }) {
  const [whole, setWhole] = useState(text.length <= LONG_TEXT);
  return (
    <>
      <bdi class="inquiries-text">{whole ? text : `${text.slice(0, LONG_TEXT).toWellFormed()}…`}</bdi>
      {!whole && (
        <button type="button" class="quiet" onClick={() => setWhole(true)}>
          {words.value.inquiries.wholeText}
        </button>
      )}
    </>
  );
}
