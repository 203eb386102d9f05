import { errorCode } from '../errors/index.ts';

/** The fixed words for why an attempt failed. Texts for people are derived from them where they are shown. */
export const FAILURE_REASONS = [
  'timeout',
  'name_not_found',
  'name_lookup_failed',
  'connection_refused',
  'connection_failed',
  'connection_closed',
  'tls',
  'certificate_expired',
  'certificate_name',
  'certificate_untrusted',
  'address_not_public',
  'redirect',
  'status',
  'bad_response',
  'response_too_long',
] as const;

export type FailureReason = (typeof FAILURE_REASONS)[number];

export const toFailureReason = (text: string | null): FailureReason | null =>
  FAILURE_REASONS.find((reason) => reason === text) ?? null;

/**
 * Error codes of Bun's sockets, TLS and HTTP client, observed with Bun 1.4.5 against servers that misbehave in each
 * way.
 */
const BY_CODE: Readonly<Record<string, FailureReason>> = {
  ECONNREFUSED: 'connection_refused',
  ConnectionRefused: 'connection_refused',
  FailedToOpenSocket: 'connection_refused',
  EHOSTUNREACH: 'connection_refused',
  ENETUNREACH: 'connection_refused',
  ECONNRESET: 'connection_closed',
  ConnectionClosed: 'connection_closed',
  EPROTO: 'tls',
  CERT_HAS_EXPIRED: 'certificate_expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate_name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate_untrusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate_untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate_untrusted',
  UNABLE_TO_GET_ISSUER_CERT: 'certificate_untrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate_untrusted',
  BadAnswer: 'bad_response',
  UpgradeUnasked: 'bad_response',
  ResponseTooLong: 'response_too_long',
  HandshakeTooLong: 'tls',
};

export function reasonOfFetchError(error: unknown): FailureReason {
  const code = errorCode(error);
  const known = BY_CODE[code];
  if (known !== undefined) return known;
  if (/^ERR_(TLS|SSL)/.test(code)) return 'tls';
  if (/CERT/.test(code)) return 'certificate_untrusted';
  return 'connection_failed';
}

export function reasonOfLookupError(error: unknown): FailureReason {
  return /ENOTFOUND|ENODATA|EAI_NONAME/.test(errorCode(error)) ? 'name_not_found' : 'name_lookup_failed';
}
