/** A word with a dot; never only a colour. */
export function Chip({
  tone,
  children,
}: {
  readonly tone: 'new' | 'move' | 'good' | 'busy' | 'bad' | 'idle' | 'teal' | 'pink';
  readonly children: string;
}) {
  return <span class={`chip ${tone}`}>{children}</span>;
}
