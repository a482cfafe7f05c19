/** The limits of requests. A reload replaces all of them together; a request in progress keeps those that it has begun with. */
import type { Settings } from '../config/settings.ts';

/** Durations in milliseconds, sizes in bytes: see the table of settings. */
export type Limits = Pick<
  Settings,
  | 'bodyLimit'
  | 'bodyTimeout'
  | 'requestTimeout'
  | 'shutdownTimeout'
  | 'concurrency'
  | 'pagesPerKey'
  | 'answerTimeout'
  | 'unsentLimit'
  | 'trustProxy'
>;
