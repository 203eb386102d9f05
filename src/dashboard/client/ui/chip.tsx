interface ChipProps {
  readonly tone: 'new' | 'move' | 'good' | 'busy' | 'bad' | 'idle' | 'teal' | 'pink';
  readonly children: string;
}

/** A word with a dot; never only a colour. */
export function Chip({ tone, children }: ChipProps) {
  return <span class={`chip ${tone}`}>{children}</span>;
}
