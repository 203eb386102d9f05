import type { ComponentChildren } from 'preact';

export type Pair = readonly [name: string, value: ComponentChildren];

export const Pairs = ({ of, ...rest }: { readonly class: string; readonly of: readonly Pair[] }) => (
  <dl {...rest}>
    {of.map(([name, value], at) => (
      <div key={at}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
