/** The limits of requests. A reload replaces all of them together; a request in progress keeps those that it has begun with. */
import type { ServiceSettings, SharedSettings } from '../config/settings.ts';

/** Limits of one service. Durations in milliseconds, sizes in bytes: see the table of settings. */
export type Limits = Pick<
  ServiceSettings,
  'bodyLimit' | 'bodyTimeout' | 'requestTimeout' | 'concurrency' | 'pagesPerKey' | 'answersLimit'
>;

/** Limits that all services share. */
export type SharedLimits = Pick<
  SharedSettings,
  'shutdownTimeout' | 'shutdownDelay' | 'answerTimeout' | 'unsentLimit' | 'allAnswersLimit' | 'trustProxy'
>;
