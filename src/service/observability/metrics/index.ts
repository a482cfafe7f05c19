/** The metrics of the service. This folder is loaded only if they are requested. */
export { addProcessMetrics, createDefinitions, type Metrics } from './definitions.ts';
export { readState, type ServiceState } from './read-state.ts';
export { recordEvents } from './record-events.ts';
