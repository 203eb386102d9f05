/**
 * Addresses, names and outgoing requests: who calls, where requests may go, a client that connects only to checked
 * addresses, buckets.
 * Must never: send to an address that was not checked, or know what is sent.
 */

export { announcedBytes } from './announced-bytes.ts';
export { isRegion, type ObjectStoreSettings } from './call-bucket.ts';
export { LOCAL_NETWORKS, type Networks, parseNetworks } from './client-address.ts';
export { cameByProxy, createClients, type OddProxy, type ProxyTrouble } from './clients.ts';
export { FAILURE_REASONS, type FailureReason, reasonOfLookupError, toFailureReason } from './failure-reason.ts';
export { getText, postBytes } from './get-text.ts';
export type { StoredObject } from './list-bucket.ts';
export { isLoopbackHost, isSafeToSend } from './loopback.ts';
export { beginNetworkThread } from './network-thread.ts';
export { networkOf, networksOf } from './networks.ts';
export { type ObjectStore, openObjectStore } from './object-store.ts';
export { askNoProxy, createOutbound, type Outbound, type OutboundResult } from './outbound.ts';
export { checkParameters } from './parameters.ts';
export { portOf } from './port-of.ts';
export { hostAlone, readableUrl, withoutSecrets } from './readable.ts';
export { resolveName, resolveTyped, within } from './resolve.ts';
export { saidText } from './said.ts';
