/** Exports of this folder for tests. */
export { certificateCheck, validityCheck } from './certificate.ts';
export { clockCheck } from './clock.ts';
export { type InspectedSource, type Inspection, type InspectionInput, inspectSources } from './inspect.ts';
