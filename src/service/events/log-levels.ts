/** The values of the setting `logLevel`. */

/** From the least to the most severe; `silent` logs nothing. */
export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];
