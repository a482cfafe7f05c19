/** Completion of plain values: words of the grammar and of the contract, and names that the profile declares. */
import { isMap } from '../../../../engine/host/index.ts';
import type { Path } from '../../../../engine/index.ts';
import { endpointAt, fieldsAt } from '../profile/contract-fields.ts';
import { columnsAround } from '../profile/named-keys.ts';
import { type ProfileView, sectionOf, valueAt } from '../profile/view.ts';
import { type Completion, type Completions, fitting } from '../proposals/item.ts';
import { partsOf } from '../sql/statement.ts';
import type { Span } from '../text/positions.ts';

interface Word {
  readonly label: string;
  readonly detail?: string | undefined;
  readonly documentation?: string | undefined;
}

const words = (labels: readonly string[], detail?: string): readonly Word[] =>
  labels.map((label) => ({ label, detail }));

/** The words of the contract for the field that `codes` maps. */
function codeWords(view: ProfileView, path: Path): readonly Word[] {
  const at = path.lastIndexOf('codes');
  const name = path[at + 1];
  if (at < 0 || typeof name !== 'string' || path.length > at + 3) return [];
  const fields = fieldsAt(view, path);
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (field?.type === 'boolean') return words(['true', 'false']);
  return field?.type === 'text' ? words([...(field.oneOf ?? []), ...(field.words ?? [])], `a value of ${name}`) : [];
}

/** The read around a list of columns, such as `search.in` or `page.key`. `written`: in an order it may begin with the sign of a descending column. */
function columnWords(view: ProfileView, path: Path, written: string): readonly Word[] {
  const inside = path.filter((segment) => typeof segment === 'string');
  const last = inside.at(-1);
  const parent = inside.at(-2);
  const depth = path.lastIndexOf(last ?? '');
  const isColumn =
    last === 'order' ||
    (last === 'in' && parent === 'search') ||
    (last === 'key' && parent === 'page') ||
    (last === 'by' && parent === 'since');
  if (!isColumn) return [];
  const read = path.slice(0, last === 'order' ? depth : depth - 1);
  const columns = columnsAround(view, read);
  if (last !== 'order' || !written.startsWith('-')) return words(columns, 'column of the query');
  return words(
    columns.map((name) => `-${name}`),
    'column of the query, descending',
  );
}

/** Facts, in `when` of variants, reads and steps. */
function factWords(view: ProfileView): readonly Word[] {
  const facts = sectionOf(view, 'facts').map(([name]) => name);
  return [
    ...words(facts, 'fact'),
    ...words(
      facts.map((name) => `not ${name}`),
      'fact',
    ),
  ];
}

function declared(view: ProfileView, path: Path): readonly Word[] {
  const last = path.at(-1);
  const parent = path.at(-2);
  if (path.length === 1 && last === 'extends') return words(view.shipped, 'shipped profile');
  if (last === 'use')
    return words(
      sectionOf(view, 'sources').map(([name]) => name),
      'source',
    );
  if (last === 'when' && !path.includes('outcomes')) return factWords(view);
  if (last === '$part') return words(partsOf(view, 'request'), 'part of requests');
  if (last === 'text' && parent === 'search') {
    const request = Object.entries(endpointAt(view, path)?.request ?? {});
    return words(
      request.flatMap(([name, { type }]) => (type === 'text' ? [name] : [])),
      'field of the request',
    );
  }
  if (last === 'field' && endpointAt(view, path) !== undefined)
    return words(Object.keys(endpointAt(view, path)?.request ?? {}), 'field of the request');
  if (parent === 'on') {
    const outer = path.slice(0, path.lastIndexOf('attach'));
    return words(columnsAround(view, outer), 'column of the rows');
  }
  if (last === '$without' || parent === '$without') {
    const owner = path.slice(0, path.indexOf('$without'));
    const value = valueAt(view, owner);
    return words(isMap(value) ? Object.keys(value) : []);
  }
  return [];
}

/** The proposals for the value at a path. `span`: the word that is replaced. */
export function completeValues(view: ProfileView, path: Path, written: string, span: Span): Completions {
  const proposedWords = [
    ...codeWords(view, path),
    ...columnWords(view, path, written),
    ...declared(view, path),
    ...words(view.lookup.values(path)),
  ];
  const items = proposedWords.map(
    ({ label, detail, documentation }, index): Completion => ({
      label,
      kind: 'value',
      detail,
      documentation,
      insert: label,
      snippet: false,
      span,
      rank: 1 + index / 1e4,
    }),
  );
  return fitting(items, written);
}
