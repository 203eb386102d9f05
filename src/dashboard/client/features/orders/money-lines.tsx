import { money } from '../../ui/format.ts';

interface MoneyLinesProps {
  readonly class: string;
  /** Names and roubles. */
  readonly of: readonly (readonly [name: string, roubles: number])[];
}

/** Sums of an order, each beside its name. */
export const MoneyLines = ({ of, ...rest }: MoneyLinesProps) => (
  <dl {...rest}>
    {of.map(([name, roubles]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{money(roubles, true)}</dd>
      </div>
    ))}
  </dl>
);
