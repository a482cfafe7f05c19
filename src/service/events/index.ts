/** Exports of this folder for tests. */
export { type Emit, type ServiceEvent, serviceEvents } from './events.ts';
export { batchLines, type LogDestination } from './line-batch.ts';
export { createLogger } from './logger.ts';
export { readableLines } from './readable-lines.ts';
