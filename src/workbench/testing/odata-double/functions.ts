/** The functions of OData's expressions, as functions of SQLite (OASIS OData 4.01, part 2, 5.1.1). A function of null is null. */
import type { Database } from 'better-sqlite3';

type Argument = string | number;

/** A moment: instants are numbers of milliseconds, days are texts. */
const moment = (value: Argument): Date => new Date(typeof value === 'number' ? value : `${value}T00:00:00Z`);
const awayFromZero = (value: number): number => Math.sign(value) * Math.round(Math.abs(value));

const ofTexts: Readonly<Record<string, (...texts: readonly string[]) => Argument | boolean>> = {
  contains: (text = '', part = '') => text.includes(part),
  substringof: (part = '', text = '') => text.includes(part),
  startswith: (text = '', part = '') => text.startsWith(part),
  endswith: (text = '', part = '') => text.endsWith(part),
  matchespattern: (text = '', pattern = '') => new RegExp(pattern, 'u').test(text),
  matchesPattern: (text = '', pattern = '') => new RegExp(pattern, 'u').test(text),
  length: (text = '') => text.length,
  indexof: (text = '', part = '') => text.indexOf(part),
  tolower: (text = '') => text.toLowerCase(),
  toupper: (text = '') => text.toUpperCase(),
  trim: (text = '') => text.trim(),
  concat: (...texts) => texts.join(''),
  replace: (text = '', part = '', by = '') => text.replaceAll(part, by),
  substring: (text = '', from = '0', length) =>
    text.slice(Number(from), length === undefined ? undefined : Number(from) + Number(length)),
};

const ofNumbers: Readonly<Record<string, (one: number, other: number) => number>> = {
  round: awayFromZero,
  floor: Math.floor,
  ceiling: Math.ceil,
  mod: (one, other) => one % other,
};

const ofMoments: Readonly<Record<string, (value: Date) => Argument>> = {
  year: (value) => value.getUTCFullYear(),
  month: (value) => value.getUTCMonth() + 1,
  day: (value) => value.getUTCDate(),
  hour: (value) => value.getUTCHours(),
  minute: (value) => value.getUTCMinutes(),
  second: (value) => value.getUTCSeconds(),
  fractionalseconds: (value) => value.getUTCMilliseconds() / 1000,
  date: (value) => value.toISOString().slice(0, 10),
  time: (value) => value.toISOString().slice(11, 23),
};

/** Milliseconds of an instant; a time without a zone is UTC. */
export const instantOf = (text: string): number => Date.parse(/(?:Z|[+-]\d\d:\d\d)$/i.test(text) ? text : `${text}Z`);

const nameIn = (functions: object) => (name: string) => Object.hasOwn(functions, name);
const hasFunction = [ofTexts, ofNumbers, ofMoments].map(nameIn);

/** The name of a function in SQL; undefined for one that a double does not have. */
export const functionName = (name: string): string | undefined =>
  name === 'now' || hasFunction.some((has) => has(name)) ? `odata_${name}` : undefined;

/** Makes the functions known to a database. `now`: in milliseconds since the epoch. */
export function registerFunctions(database: Database, now: () => number): void {
  const register = (name: string, answer: (values: readonly Argument[]) => Argument | boolean): void => {
    database.function(`odata_${name}`, { deterministic: true, varargs: true }, (...values: unknown[]) => {
      const given = values.map((value) => (typeof value === 'number' ? value : String(value)));
      const result = values.includes(null) ? null : answer(given);
      return typeof result === 'boolean' ? Number(result) : result;
    });
  };
  for (const [name, of] of Object.entries(ofTexts)) register(name, (values) => of(...values.map(String)));
  for (const [name, of] of Object.entries(ofNumbers)) register(name, ([one, other]) => of(Number(one), Number(other)));
  for (const [name, of] of Object.entries(ofMoments)) register(name, ([value = 0]) => of(moment(value)));
  register('instant', ([text = '']) => (typeof text === 'number' ? text : instantOf(text)));
  database.function('odata_now', now);
}
