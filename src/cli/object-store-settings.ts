import { isRegion, type ObjectStoreSettings, UsageError } from '../base/index.ts';
import type { Shell } from './shell.ts';

/**
 * The variables for buckets, the most specific first: Docket's own, then those that S3 tools read. There are no flags,
 * because a flag is visible in the list of processes.
 */
const NAMES = {
  endpoint: ['DOCKET_S3_ENDPOINT', 'S3_ENDPOINT', 'AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL', 'AWS_ENDPOINT'],
  region: ['DOCKET_S3_REGION', 'S3_REGION', 'AWS_REGION', 'AWS_DEFAULT_REGION'],
  accessKeyId: ['DOCKET_S3_ACCESS_KEY_ID', 'S3_ACCESS_KEY_ID', 'AWS_ACCESS_KEY_ID'],
  secretAccessKey: ['DOCKET_S3_SECRET_ACCESS_KEY', 'S3_SECRET_ACCESS_KEY', 'AWS_SECRET_ACCESS_KEY'],
  sessionToken: ['DOCKET_S3_SESSION_TOKEN', 'S3_SESSION_TOKEN', 'AWS_SESSION_TOKEN'],
  insecure: ['DOCKET_S3_INSECURE'],
} as const;

const SECRET: ReadonlySet<string> = new Set(['secretAccessKey', 'sessionToken']);

/** @returns each setting with its variable and value; both undefined if no variable sets it */
export function objectStoreVariables({ env }: Pick<Shell, 'env'>) {
  return Object.entries(NAMES).map(([key, names]) => {
    const by = names.find((name) => (env[name] ?? '') !== '');
    return { ownName: names[0], by, value: by === undefined ? undefined : env[by], isSecret: SECRET.has(key) };
  });
}

export const allowsPlainStore = ({ env }: Pick<Shell, 'env'>): boolean => env[NAMES.insecure[0]] === 'true';

export const storeVariable = ({ env }: Pick<Shell, 'env'>): string =>
  NAMES.accessKeyId.find((name) => (env[name] ?? '') !== '') ?? NAMES.accessKeyId[0];

/**
 * Reads the region, endpoint and access keys of buckets; undefined if no access keys are set.
 * @throws UsageError that names the variable
 */
export function readObjectStoreSettings({ env }: Shell): ObjectStoreSettings | undefined {
  const read = (names: readonly string[]): string | undefined =>
    names.map((name) => env[name]).find((value) => value !== undefined && value !== '');
  const accessKeyId = read(NAMES.accessKeyId);
  const secretAccessKey = read(NAMES.secretAccessKey);
  if (accessKeyId === undefined || secretAccessKey === undefined) return undefined;
  const endpoint = read(NAMES.endpoint);
  const url = endpoint === undefined ? undefined : URL.parse(endpoint);
  if (url === null || (url !== undefined && url.protocol !== 'http:' && url.protocol !== 'https:')) {
    const name = NAMES.endpoint.find((candidate) => env[candidate] === endpoint);
    throw new UsageError(`${name}: "${endpoint}" is not an address such as https://s3.example.com`);
  }
  const region = read(NAMES.region);
  if (region !== undefined && !isRegion(region)) {
    const name = NAMES.region.find((candidate) => env[candidate] === region);
    throw new UsageError(`${name}: "${region}" is no region such as eu-central-1`);
  }
  return {
    endpoint,
    region,
    accessKeyId,
    secretAccessKey,
    sessionToken: read(NAMES.sessionToken),
    allowPlain: allowsPlainStore({ env }),
  };
}
