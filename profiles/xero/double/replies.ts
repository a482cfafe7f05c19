/** Forms of Xero's answers: refusals, dates, and what is left out. */
import { Refusal } from '../../../doubles/tables.ts';

/** Refuses a request that cannot be read. */
export const exception = (type: string, message: string): Refusal =>
  new Refusal({ status: 400, body: { ErrorNumber: 16, Type: type, Message: message } });

/** Refuses a document for its content. */
export const invalid = (...messages: readonly string[]): Refusal => {
  const elements = [{ ValidationErrors: messages.map((message) => ({ Message: message })) }];
  const body = {
    ErrorNumber: 10,
    Type: 'ValidationException',
    Message: 'A validation exception occurred',
    Elements: elements,
  };
  return new Refusal({ status: 400, body });
};

export const denied = (status: number, title: string, detail: string): Refusal =>
  new Refusal({ status, body: { Type: null, Title: title, Status: status, Detail: detail } });

/** A day: midnight UTC. */
export const day = (date: unknown): string | undefined =>
  date === null || date === undefined ? undefined : `/Date(${Date.parse(`${date}T00:00:00Z`)}+0000)/`;

export const instant = (time: unknown): string => `/Date(${Date.parse(String(time))}+0000)/`;

/** A number with two decimals. */
export const cents = (value: number): number => Math.round((value + Number.EPSILON * Math.sign(value)) * 100) / 100;

/** The members that have a value. */
export const filled = (record: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null && value !== undefined));
