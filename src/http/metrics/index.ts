export { addGauges, type GaugePorts } from './gauges.ts';
export { measureRequests, type RequestWatch } from './requests.ts';
