import parse from 'parse-prometheus-text-format';

/** The contents of a scrape of /metrics, as a parser of Prometheus' text format reads it. */
export interface Scrape {
  readonly text: string;
  /** Names of the metrics, with their kind. */
  readonly kinds: ReadonlyMap<string, string>;
  /** The value of the one sample with these labels; undefined: there is none. */
  value(name: string, labels?: Readonly<Record<string, string>>): number | undefined;
  /** The labels of every sample of that name. */
  labels(name: string): readonly Readonly<Record<string, string>>[];
}

export async function scrape(url: string, headers: Record<string, string> = {}): Promise<Scrape> {
  const answer = await fetch(`${url}/metrics`, { headers });
  if (answer.status !== 200) throw new Error(`the scrape was answered with ${answer.status}`);
  return readScrape(await answer.text());
}

/** @throws where the text is no Prometheus text */
export function readScrape(text: string): Scrape {
  const kinds = new Map(parse(text).map(({ name, type }) => [name, type.toLowerCase()]));
  // The parser folds a histogram into one object and loses its labels; told that it is none, it gives every sample.
  const samples = parse(text.replaceAll(/^(# TYPE \S+) histogram$/gm, '$1 untyped')).flatMap(({ name, metrics }) =>
    metrics.map(({ value, labels = {} }) => ({ name, value: Number(value), labels })),
  );
  const named = (name: string) => samples.filter((sample) => sample.name === name);
  return {
    text,
    kinds,
    value(name, labels = {}) {
      const found = named(name).filter((sample) => Bun.deepEquals(sample.labels, labels));
      if (found.length > 1) throw new Error(`${name} has ${found.length} samples with the same labels`);
      return found[0]?.value;
    },
    labels: (name) => named(name).map((sample) => sample.labels),
  };
}
