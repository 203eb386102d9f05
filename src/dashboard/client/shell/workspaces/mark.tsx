interface MarkProps {
  readonly name: string;
  /** Where its picture is, if there is one. */
  readonly picture?: string | undefined;
}

/** The shop's logo, or the first letter of a name on the shop's colour; the name itself stands beside it. */
export const Mark = ({ name, picture }: MarkProps) =>
  picture === undefined ? (
    <span class="mark" aria-hidden="true">
      {[...name.trim()][0]?.toUpperCase()}
    </span>
  ) : (
    <img class="mark" src={picture} alt="" />
  );
