/** Defects that several kinds of reads have. */
import { changing, type Defect, rewriting, rowsOf } from '../defective-service.ts';

export type Row = Readonly<Record<string, unknown>>;

export const text = (value: unknown): string => (typeof value === 'string' ? value : '');
export const isUnknown = (id: unknown): boolean => text(id).startsWith('no-such');

/** What a row becomes: another row, or several. */
export type Change = (row: Row) => Row | readonly Row[];

/** Each row of a list is changed. */
export const rowsChanged = (path: string, property: string, change: Change): Defect =>
  changing(path, (answer) => ({ ...answer, [property]: rowsOf(answer[property]).flatMap(change) }));

/** The rows of an answer in the reverse order. */
export const reversed = (path: string, property: string, when: (request: Row) => boolean = () => true): Defect =>
  changing(path, (answer, request) =>
    when(request) ? { ...answer, [property]: rowsOf(answer[property]).toReversed() } : answer,
  );

/** A period that ends before it begins is reversed. */
export const swappedPeriod = (path: string): Defect =>
  rewriting(path, (request) => {
    const { periodStart, periodEnd } = request;
    if (typeof periodStart !== 'string' || typeof periodEnd !== 'string' || periodStart <= periodEnd) return request;
    return { ...request, periodStart: periodEnd, periodEnd: periodStart };
  });

const msPerDay = 86_400_000;
/** The day so many days later. */
export const movedDay = (day: unknown, days: number): string =>
  new Date(Date.parse(text(day)) + days * msPerDay).toISOString().slice(0, 10);
