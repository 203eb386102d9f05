interface ChipProps {
  readonly tone: 'new' | 'move' | 'good' | 'busy' | 'bad' | 'idle' | 'teal' | 'pink';
  readonly children: string;
}

/** A word next to a coloured dot. The colour never carries the meaning alone. */
export function Chip({ tone, children }: ChipProps) {
  return <span class={`chip ${tone}`}>{children}</span>;
}
