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

const KEYS = Object.keys(NAMES) as readonly (keyof typeof NAMES)[];
const SECRET: ReadonlySet<string> = new Set(['secretAccessKey', 'sessionToken']);

/** Finds the variable that sets a setting. @returns its name and value; both undefined if no variable sets it */
function findSet({ env }: Pick<Shell, 'env'>, key: keyof typeof NAMES) {
  const by = NAMES[key].find((name) => (env[name] ?? '') !== '');
  return { by, value: by === undefined ? undefined : env[by] };
}

export const objectStoreVariables = (shell: Pick<Shell, 'env'>) =>
  KEYS.map((key) => ({ ownName: NAMES[key][0], isSecret: SECRET.has(key), ...findSet(shell, key) }));

export const allowsPlainStore = ({ env }: Pick<Shell, 'env'>): boolean => env[NAMES.insecure[0]] === 'true';

export const storeVariable = (shell: Pick<Shell, 'env'>): string =>
  findSet(shell, 'accessKeyId').by ?? NAMES.accessKeyId[0];

/**
 * Reads the region, endpoint and access keys of buckets; undefined if no access keys are set.
 * @throws UsageError that names the variable
 */
export function readObjectStoreSettings(shell: Shell): ObjectStoreSettings | undefined {
  const [accessKeyId, secretAccessKey] = [findSet(shell, 'accessKeyId').value, findSet(shell, 'secretAccessKey').value];
  if (accessKeyId === undefined || secretAccessKey === undefined) return undefined;
  const [endpoint, region] = [findSet(shell, 'endpoint'), findSet(shell, 'region')];
  if (endpoint.value !== undefined && !/^https?:$/.test(URL.parse(endpoint.value)?.protocol ?? '')) {
    throw new UsageError(`${endpoint.by}: "${endpoint.value}" is not an address such as https://s3.example.com`);
  }
  if (region.value !== undefined && !isRegion(region.value)) {
    throw new UsageError(`${region.by}: "${region.value}" is no region such as eu-central-1`);
  }
  return {
    endpoint: endpoint.value,
    region: region.value,
    accessKeyId,
    secretAccessKey,
    sessionToken: findSet(shell, 'sessionToken').value,
    allowPlain: allowsPlainStore(shell),
  };
}
