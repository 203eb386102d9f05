interface ChipProps {
  readonly tone: 'new' | 'move' | 'good' | 'busy' | 'bad' | 'idle' | 'teal' | 'pink';
  readonly children: string;
}

/** Shows a word next to a colored dot, because the color must never carry the meaning alone. */
export function Chip({ tone, children }: ChipProps) {
  return <span class={`chip ${tone}`}>{children}</span>;
}
