/** Keys that are names: fields of the contract below `fields` and `codes`, columns, request fields. */
import { isMap } from '../../../../engine/host/index.ts';
import type { Fields, Path } from '../../../../engine/index.ts';
import { endpointAt, fieldsAt } from './contract-fields.ts';
import { type ProfileView, valueAt } from './view.ts';

interface NamedKey {
  readonly name: string;
  readonly detail?: string | undefined;
  readonly documentation?: string | undefined;
}

const fieldKeys = (fields: Fields): readonly NamedKey[] =>
  Object.entries(fields).map(([name, { type, required, description }]) => ({
    name,
    detail: `${type}${required ? ', required' : ''}`,
    documentation: description,
  }));

/** Columns of the rows around a path: those of the query, and the computed fields. */
export function columnsAround(view: ProfileView, read: Path): readonly string[] {
  const scope = view.scopeAt([...read, 'query']);
  const fields = valueAt(view, [...read, 'fields']);
  const columns = scope?.kind === 'statement' ? scope.columns : [];
  return [...new Set([...columns, ...(isMap(fields) ? Object.keys(fields) : [])])];
}

/** The names that the keys of the map at a path can be, apart from those of the grammar. */
export function editorKeyNames(view: ProfileView, path: Path): readonly NamedKey[] {
  const last = path.at(-1);
  const read = path.slice(0, -1);
  switch (last) {
    case 'fields':
    case 'codes':
    case 'absent':
    case 'attach':
      return fieldKeys(fieldsAt(view, path)).filter(({ detail }) => last !== 'attach' || detail?.startsWith('list'));
    case 'lengths':
    case 'digits':
    case 'ignored':
      return fieldKeys(endpointAt(view, path)?.request ?? {});
    case 'on':
      return columnsAround(view, read).map((name) => ({ name, detail: 'column of the attached read' }));
    default:
      return [];
  }
}
