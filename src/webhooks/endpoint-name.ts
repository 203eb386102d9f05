import { withoutSecrets } from '../base/index.ts';

interface EndpointRef {
  readonly id: string;
  readonly url: string;
}

/**
 * The maximum number of characters that `addressOf` returns, because the name goes into a mail's subject. A longer
 * address is cut in the middle, because similar URLs often differ only at the end.
 */
const MAX_CHARS = 60;
const ID_CHARS = 6;

/** The scheme is removed by a pattern, because a URL parser would turn a readable host name into `xn--`. */
const withoutScheme = (url: string): string => withoutSecrets(url).replace(/^https?:\/\//, '');
const hostOf = (url: string): string => withoutScheme(url).split(/[/?]/)[0] ?? url;

function shortened(text: string): string {
  if (text.length <= MAX_CHARS) return text;
  const half = MAX_CHARS / 2;
  return `${text.slice(0, half)}…${text.slice(-half + 1)}`;
}

const addressOf = ({ url }: EndpointRef): string => shortened(withoutScheme(url));

/**
 * Returns a short name for an endpoint, unique in the workspace: the host of its URL. Adds the path and query if
 * another endpoint has the same host. Adds the end of the endpoint's id if the path and query are equal too.
 */
export function endpointName(endpoint: EndpointRef, all: readonly EndpointRef[]): string {
  const sameHost = all.filter(({ id, url }) => id !== endpoint.id && hostOf(url) === hostOf(endpoint.url));
  if (sameHost.length === 0) return hostOf(endpoint.url);
  const name = addressOf(endpoint);
  return sameHost.some((other) => addressOf(other) === name) ? `${name} (${endpoint.id.slice(-ID_CHARS)})` : name;
}
