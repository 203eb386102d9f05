interface MarkProps {
  readonly name: string;
  /** The address of the picture, if any. */
  readonly picture?: string | undefined;
}

/** The shop's logo, or the first letter of a name on the shop's colour; the name itself is beside it. */
export const Mark = ({ name, picture }: MarkProps) =>
  picture === undefined ? (
    // No text of the page: what a button is called must begin with the text on it (WCAG 2.5.3).
    <span class="menu-mark" aria-hidden="true" data-letter={[...name.trim()][0]?.toUpperCase()} />
  ) : (
    <img class="menu-mark" src={picture} alt="" />
  );
