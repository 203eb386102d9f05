import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { keepChoice, keptChoice } from '../data/try-to.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { manualHome } from '../ui/page-title.tsx';
import { words } from '../words/words.ts';
import { RECEIVERS } from './receivers.ts';

const KEPT = 'docket.receiver';

export function SigningHelp() {
  const w = words.value.hooks;
  return (
    <>
      <h3>{w.verifyTitle}</h3>
      <p class="meta">{w.verifyWhat}</p>
      <ReceiverCode />
    </>
  );
}

export function ReceiverCode({ children }: { readonly children?: ComponentChildren }) {
  const [chosen, choose] = useState(() => keptChoice(KEPT));
  const w = words.value.hooks;
  const shown = RECEIVERS.find(({ language }) => language === chosen) ?? RECEIVERS[0];
  if (shown === undefined) return null;
  return (
    <div class="receiver-code">
      <fieldset class="segments">
        <legend class="unseen">{w.receiverLanguage}</legend>
        {RECEIVERS.map(({ language }) => (
          <button
            key={language}
            type="button"
            aria-pressed={language === shown.language}
            onClick={() => {
              choose(language);
              keepChoice(KEPT, language);
            }}
          >
            {language}
          </button>
        ))}
      </fieldset>
      <div class="receiver-text">
        <pre>{shown.code}</pre>
        <CopyButton text={shown.code} what={shown.language} />
      </div>
      <p class="meta">
        {shown.commands.map((command, at) => (
          <span key={command}>
            {at > 0 && ' → '}
            <code>{command}</code>
          </span>
        ))}
      </p>
      <p class="meta">
        {w.receiverSecret} <code>DOCKET_WEBHOOK_SECRET</code>.{' '}
        <a href={`${manualHome()}/receivers`} target="_blank" rel="noopener">
          {w.receiverMore}
        </a>
        {children}
      </p>
    </div>
  );
}
