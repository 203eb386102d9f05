import type { ComponentChildren } from 'preact';

export type Pair = readonly [name: string, value: ComponentChildren];

interface PairsProps {
  readonly class: string;
  readonly of: readonly Pair[];
}

export const Pairs = ({ of, ...rest }: PairsProps) => (
  <dl {...rest}>
    {of.map(([name, value], at) => (
      <div key={at}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
