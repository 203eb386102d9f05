/** Words up to this length are never broken. Only an address is longer. */
const LONGEST_WHOLE = 24;

/** A command to run: broken between its words alone, for a flag that broke after a hyphen would read as two. */
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
