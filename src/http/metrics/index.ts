/**
 * The metrics of requests and of the process in `/metrics`. Must never: name a workspace, a person or an order in a
 * label.
 */
export { addGauges } from './gauges.ts';
export { measureRequests, type RequestWatch } from './requests.ts';
