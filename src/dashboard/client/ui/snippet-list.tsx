import { CopyButton } from './copy-button.tsx';
import { SNIPPETS } from './snippets.ts';

/** The check of a signature in the reader's own language, to copy. */
export function SnippetList() {
  return (
    <div class="snippets">
      {SNIPPETS.map(({ language, code }) => (
        <details key={language}>
          <summary>{language}</summary>
          <div class="line">
            <pre>{code}</pre>
            <CopyButton text={code} what={language} />
          </div>
        </details>
      ))}
    </div>
  );
}
