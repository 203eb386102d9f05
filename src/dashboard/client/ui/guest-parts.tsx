import type { ComponentChildren, ComponentType } from 'preact';
import type { KeptShop } from '../data/kept-shop.ts';
import { Refusal } from '../data/refusal.ts';
import { useAsked } from '../data/use-asked.ts';
import { guestWords } from '../words/guest-words.ts';
import { chooseLanguage, type Language, language } from '../words/language.ts';

const inSeconds = (seconds: number): string => new Intl.RelativeTimeFormat(language.value).format(seconds, 'second');

/** The refusals that a user can resolve alone. For these, no request id is shown. */
const OWN_DOING: readonly string[] = ['wrong_password', 'rate_limited'];

function explain(error: unknown): string {
  const w = guestWords.value;
  if (!(error instanceof Refusal)) return w.notLoaded;
  if (error.code === 'wrong_password') return w.wrongPassword;
  if (error.code === 'rate_limited') return `${w.tooManyTries} ${inSeconds(error.retryAfterSeconds)}.`;
  if (error.told.rule === 'access_held') return w.held;
  return error.message === '' ? w.noAnswer : w.failed;
}

export function Trouble({ error, retry }: { readonly error: unknown; readonly retry?: () => void }) {
  return (
    <div class="problem" role="alert">
      <p>{explain(error)}</p>
      {error instanceof Refusal && error.requestId !== '' && !OWN_DOING.includes(error.code) && (
        <p class="meta">
          {guestWords.value.request} <code>{error.requestId}</code>
        </p>
      )}
      {retry !== undefined && (
        <button type="button" onClick={retry}>
          {guestWords.value.retry}
        </button>
      )}
    </div>
  );
}

/**
 * Focuses the first field of a page or dialog, when passed as the field's `ref`. On a page, `autofocus` has no effect
 * on elements added later, and browsers warn about it. A dialog looks for the attribute when it opens.
 */
export function focusFirst(field: HTMLInputElement | HTMLTextAreaElement | null): void {
  if (field === null) return;
  field.autofocus = field.closest('dialog') !== null;
  field.focus();
}

export const LANGUAGES = [
  { value: 'en', text: 'English' },
  { value: 'ru', text: 'Русский' },
] as const satisfies readonly { readonly value: Language; readonly text: string }[];

interface GuestPageProps {
  /**
   * The shop that this browser remembers from an earlier sign-in. If it is undefined, the page shows Docket's own
   * heading.
   */
  readonly shop?: KeptShop | undefined;
  readonly children: ComponentChildren;
}

const Brand = ({ shop }: Pick<GuestPageProps, 'shop'>) =>
  shop?.logo == null ? (
    <span
      class={`guest-mark${shop ? '' : ' guest-docket'}`}
      data-letter={[...(shop?.name.trim() ?? '')][0]}
      aria-hidden="true"
    />
  ) : (
    <img class="guest-mark" src={shop.logo} alt="" />
  );

export function GuestPage({ shop, children }: GuestPageProps) {
  return (
    <main class="narrow">
      <div class="guest-head">
        <p class="guest-brand">
          <Brand shop={shop} />
          <span>{shop?.name ?? 'Docket'}</span>
        </p>
        <fieldset class="languages">
          <legend class="unseen">{guestWords.value.chooseLanguage}</legend>
          {LANGUAGES.map(({ value, text }) => (
            <button
              key={value}
              type="button"
              lang={value}
              aria-pressed={language.value === value}
              onClick={() => chooseLanguage(value)}
            >
              {text}
            </button>
          ))}
        </fieldset>
      </div>
      {children}
    </main>
  );
}

export function Later<P extends object>({ load, ...props }: { readonly load: () => Promise<ComponentType<P>> } & P) {
  const { data: part, error } = useAsked(async () => ({ Component: await load() }), '');
  if (error !== undefined) return <Trouble error={error} retry={() => location.reload()} />;
  if (part === undefined) return <p class="loading">{guestWords.value.loading}</p>;
  return <part.Component {...(props as unknown as P)} />;
}
