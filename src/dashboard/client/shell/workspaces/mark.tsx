interface MarkProps {
  readonly name: string;
  /** The address of the picture; undefined if the shop has none. */
  readonly picture?: string | undefined;
}

export const Mark = ({ name, picture }: MarkProps) =>
  picture === undefined ? (
    // The style sheet draws the letter, so that it does not count as text. A button's accessible name must begin with
    // its visible text (WCAG 2.5.3).
    <span class="menu-mark" aria-hidden="true" data-letter={[...name.trim()][0]} />
  ) : (
    <img class="menu-mark" src={picture} alt="" />
  );
