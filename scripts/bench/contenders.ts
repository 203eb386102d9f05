import { join } from 'node:path';
import { makeShop, type Running, script, start } from './processes.ts';

type ContenderName = 'docket' | 'before' | 'bare' | 'fastify';

export interface Contender extends Running {
  readonly name: ContenderName;
  readonly key: string;
  /** The ids of the orders created on this contender's server. */
  readonly ids: string[];
  /**
   * Maps the name of a workload to the number of its requests so far. A workload uses this number to make each request
   * different.
   */
  readonly made: Map<string, number>;
}

/** The oldest version of Node.js that has SQLite and runs TypeScript without a build. */
const OLDEST_NODE = [22, 18];

/** Chooses Node.js if its version is new enough, because most people run Fastify on it. Otherwise chooses Bun. */
export function fastifyRuntime(): { readonly name: string; readonly path: string } {
  const bun = { name: `Bun ${Bun.version}`, path: process.execPath };
  const path = Bun.which('node');
  if (path === null) return bun;
  const version = Bun.spawnSync([path, '--version']).stdout.toString().trim();
  const [major = 0, minor = 0] = version.slice(1).split('.').map(Number);
  const [leastMajor = 0, leastMinor = 0] = OLDEST_NODE;
  const isNewEnough = major > leastMajor || (major === leastMajor && minor >= leastMinor);
  return isNewEnough ? { name: `Node.js ${version}`, path } : bun;
}

export async function startContenders(dir: string, against?: string): Promise<readonly Contender[]> {
  const shop = makeShop(join(dir, 'docket'));
  const [, fastifyScript = ''] = script('fastify-server.ts');
  const contender = (name: ContenderName, running: Running, key = shop.key): Contender => {
    return { ...running, name, key, ids: [], made: new Map() };
  };
  const contenders = [contender('docket', await shop.serve())];
  if (against !== undefined) {
    const before = makeShop(join(dir, 'before'), against);
    contenders.push(contender('before', await before.serve(), before.key));
  }
  contenders.push(
    contender('bare', await start(script('bare-server.ts', join(dir, 'bare.db')))),
    contender('fastify', await start([fastifyRuntime().path, fastifyScript, join(dir, 'fastify.db'), shop.key])),
  );
  return contenders;
}
