/**
 * Clients of a shop. Docket finds them in the orders by phone and e-mail. For each client, it counts the orders and
 * adds up the amounts paid and owed. Other data, such as a note, is stored apart from orders. Clients can be merged.
 * Must never: change or delay an order.
 */
export { refuseUncounted, refuseUnsettled } from './caught-up.ts';
export { changeClient } from './change-client.ts';
export { comingDates } from './coming-dates.ts';
export { clientOfOrder, findWhole, nameClients } from './find-client.ts';
export { dropMadeRows, findMadeRows, findMentionedClients, forgetKept, isForgotten, keptFile } from './forget-kept.ts';
export { getClient } from './get-client.ts';
export { CLIENT_IMPORT, openClientFile } from './import-clients.ts';
export { type ClientField, joinParts } from './import-file.ts';
export { dateText } from './kept.ts';
export { findClients, type KnownClient } from './known-clients.ts';
export { type ClientFile, listAllClients } from './list-all-clients.ts';
export { listClients } from './list-clients.ts';
export { mergeClients, separateClient } from './merge-clients.ts';
export { titleOfClient } from './summaries.ts';
export { IMPORTED_CLIENTS } from './undo-import.ts';
