import { Fragment } from 'preact';

/**
 * An address of a server or a mailbox. A long one is broken behind a slash, an @ or a point, not in the midst of
 * a word.
 */
export const Breakable = ({ text }: { readonly text: string }) => (
  <>
    {text.split(/(?<=\/)(?=[^/])|(?<=[@.])/).map((part, at) => (
      <Fragment key={at}>
        {at > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </>
);
