/** Exports of this folder for tests. */
export {
  addDays,
  earliestLocalSince,
  firstOfMonthMonthsBack,
  formatInstant,
  instantOfLocal,
  isCalendarDate,
  isTimeZone,
  localDate,
  localDateTime,
  parseInstant,
} from './clock.ts';
export type { Contract, Endpoint, Field, Fields } from './contract.ts';
export { cancelExpiry, type Expiry, expireAfter } from './deadline-timer.ts';
export {
  add,
  ceiling,
  compare,
  type DecimalText,
  fitsColumn,
  isRounding,
  multiply,
  type Numeric,
  round,
  subtract,
  sum,
  toDecimalText,
  toNumeric,
  writtenDigits,
} from './decimal.ts';
export { milliseconds } from './duration.ts';
export type { EngineEvent, SourceEvent } from './events.ts';
export { ExactNumber, parseAnswer, parseBody } from './exact-number.ts';
export { isUntagged } from './json-plain.ts';
export { parseInTurns } from './parse-in-turns.ts';
export type { Path, Place } from './place.ts';
export { type FieldFault, firstFaults, type Problem, ProblemError } from './problem.ts';
export { Secret } from './secret.ts';
export { eachInTurns, mapInTurns } from './turn.ts';
