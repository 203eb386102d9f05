import { Fragment } from 'preact';

/**
 * An address of a server or a mailbox. A long one is broken behind a slash, an @ or a point, not in the midst of
 * a word.
 */
export const Breakable = ({ text }: { readonly text: string }) => (
  <Parts of={text.split(/(?<=\/)(?=[^/])|(?<=[@.])/)} />
);

/** A word longer than any. Where letters join or stack, a browser takes seconds to find the ends of lines in 10,000. */
const ENDLESS = /[^ \t\n]{200}/u;

/** A text that anybody may have sent; one with an endless word may be broken every few letters. */
export const SentText = ({ text }: { readonly text: string }) => (
  <Parts of={(ENDLESS.test(text) && text.match(/.{1,32}/gsu)) || [text]} />
);

const Parts = ({ of: parts }: { readonly of: readonly string[] }) => (
  <>
    {parts.map((part, at) => (
      <Fragment key={at}>
        {at > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </>
);
