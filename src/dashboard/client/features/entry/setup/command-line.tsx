/** The maximum length, in characters, of a word that is kept on one line. Only an e-mail address may be longer. */
const LONGEST_WHOLE = 24;

/**
 * Shows a command to run. Lines break only between its words, because a flag broken after a hyphen would read as two.
 */
export const CommandLine = ({ text }: { readonly text: string }) => (
  <code>
    {text.split(' ').map((word, at) => (
      <span key={word}>
        {at > 0 && ' '}
        <span class={word.length > LONGEST_WHOLE ? undefined : 'unbroken'}>{word}</span>
      </span>
    ))}
  </code>
);
