/** The `:names` that a statement may use, and how each gets its value when a request runs. */

import type { Fields } from '../../base/contract.ts';
import { localDate, localDateTime } from '../../base/local-time.ts';
import { ownMember } from '../../base/members.ts';
import type { Resolve } from '../../plan/query.ts';
import type { RunState } from '../../plan/run-state.ts';
import { sqlValue } from '../../plan/sql-value.ts';
import type { IdSpec } from '../../profile/schema/index.ts';
import { isRow, textOf } from '../../shape/encode.ts';
import type { SqlValue } from '../../sources/source.ts';
import type { ValueType } from '../../transform/value-type.ts';
import { type SettingContext, type SettingKind, settingKinds } from '../context/setting-kind.ts';
import type { Names } from './expression-names.ts';
import { type KeyOnlyLookup, keyOnlyHint, reasonAgainst } from './key-only-lookup.ts';

/** What `:names` can refer to at one place of the profile. */
export interface ParameterScope {
  readonly request: Fields;
  /** Composite ids of request fields: field -> names of the parts. */
  readonly parts: ReadonlyMap<string, readonly string[]>;
  /** The settings that have a value. */
  readonly settings: ReadonlyMap<string, SettingKind>;
  readonly zone: string;
  /** Names of earlier steps, and of the variable of `each`. */
  readonly steps: readonly string[];
  /** Names of the columns that these return, where they are known. */
  readonly stepNames?: ReadonlyMap<string, Names>;
  /** Types of the results of earlier steps, where they are known. */
  readonly stepTypes?: ReadonlyMap<string, ValueType>;
  /** Names of steps that run later. */
  readonly laterSteps?: readonly string[];
  /** `:key` is available. */
  readonly key: boolean;
  /** `:rows.column` is available: the read is attached to rows. */
  readonly rows: boolean;
  /** Names of the columns of these rows, where they are known. */
  readonly rowNames?: Names | undefined;
  /** `:id` is available, and has this declaration: in `ids.*.exists`. */
  readonly id: IdSpec | undefined;
  /** Optional request fields that always have a value, because the engine fills them in. */
  readonly filled: readonly string[];
  /** A missing optional request field is NULL: in `exec`. Values that a step did not return are always NULL. */
  readonly optionalIsNull: boolean;
  /** The statement is a lookup that may use only the key. */
  readonly keyOnly?: KeyOnlyLookup;
}

/** The scope of a statement that may use settings only. `zone`: time zone of the ERP. */
export function settingsScope(context: SettingContext, zone: string): ParameterScope {
  return {
    request: {},
    parts: new Map(),
    settings: settingKinds(context),
    zone,
    steps: [],
    key: false,
    rows: false,
    id: undefined,
    filled: [],
    optionalIsNull: false,
  };
}

type UnknownCode = 'MAP201' | 'MAP206' | 'MAP231' | 'MAP234' | 'MAP237' | 'MAP242';

/** The result of resolving a name: how it gets its value, or why it cannot be used. */
export type ResolvedName =
  | {
      readonly ok: true;
      readonly resolve: Resolve;
      readonly optional: boolean;
      readonly list: boolean;
      readonly decimal: boolean;
    }
  | {
      readonly ok: false;
      readonly code: UnknownCode;
      readonly message: string;
      readonly candidates: readonly string[];
      /** What to do, where the candidates do not show it. */
      readonly hint?: string;
    };

const unknown = (code: UnknownCode, message: string, candidates: readonly string[], hint?: string): ResolvedName => ({
  ok: false,
  code,
  message,
  candidates,
  ...(hint === undefined ? {} : { hint }),
});
const resolved = (
  resolve: Resolve,
  more: { readonly optional?: boolean; readonly list?: boolean; readonly decimal?: boolean } = {},
): ResolvedName => ({
  ok: true,
  resolve,
  optional: more.optional ?? false,
  list: more.list ?? false,
  decimal: more.decimal ?? false,
});

function settingName(name: string, scope: ParameterScope): ResolvedName {
  const kind = scope.settings.get(name);
  if (kind === undefined) return unknown('MAP201', `There is no setting "${name}".`, [...scope.settings.keys()]);
  if (kind === 'secret')
    return unknown('MAP206', `The setting "${name}" is a secret. Secrets are never passed to statements.`, []);
  if (kind === 'map') return unknown('MAP206', `The setting "${name}" is a map, which cannot be a value in SQL.`, []);
  return resolved((state) => sqlValue(state.settings[name]));
}

function rowsName(column: string, scope: ParameterScope): ResolvedName {
  if (!scope.rows) return unknown('MAP231', '`:rows` is available only in an attached read.', []);
  if (scope.rowNames !== undefined && !scope.rowNames.has(column)) {
    const message = `The rows that this read is attached to have no column "${column}".`;
    return unknown(
      'MAP231',
      message,
      scope.rowNames.all.map((name) => `rows.${name}`),
    );
  }
  const resolve: Resolve = (state) => {
    const distinct = new Map<string, SqlValue>();
    for (const row of state.rows) {
      const value = sqlValue(row[column]);
      if (value !== undefined) distinct.set(textOf(value) ?? '', value);
    }
    return [...distinct.values()];
  };
  return resolved(resolve, { list: true });
}

function stepName(step: string, column: string, scope: ParameterScope): ResolvedName {
  if (column === '')
    return unknown(
      'MAP234',
      `"${step}" is a step and has several columns.`,
      [],
      `Name one of them, as in :${step}.id.`,
    );
  const path = column.split('.');
  const names = scope.stepNames?.get(step);
  if (names !== undefined && !names.has(path[0] ?? '')) {
    const message =
      names.all.length === 0 ? `The step "${step}" returns nothing.` : `The step "${step}" returns no "${path[0]}".`;
    const lists = [...(scope.stepNames ?? [])].filter(([, { isList, has }]) => isList === true && has(path[0] ?? ''));
    const hint = lists.map(([list]) => `The rows of the step "${list}" have it: \`each: { ${step}: $${list} }\`.`)[0];
    const candidates = names.all.map((name) => `${step}.${name}`);
    return unknown('MAP234', message, candidates, hint);
  }
  if (names?.isList === true) {
    const hint = `Loop over it: \`each: { item: $${step} }\`. If it is one row, write \`rows\` as an object, without brackets around it.`;
    return unknown('MAP234', `"${step}" is a list, so :${step}.${column} is not a single value.`, [], hint);
  }
  const resolve = (state: RunState): SqlValue => {
    let value: unknown = state.steps[step];
    for (const name of path) value = isRow(value) ? ownMember(value, name) : undefined;
    return sqlValue(value) ?? null;
  };
  return resolved(resolve, { decimal: path.length === 1 && names?.decimals?.includes(column) === true });
}

function requestName(name: string, scope: ParameterScope): ResolvedName {
  const field = name.split('.')[0] ?? name;
  const spec = ownMember(scope.request, field);
  const parts = scope.parts.get(field);
  if (spec === undefined && scope.laterSteps?.includes(field) === true) {
    return unknown('MAP234', `The step "${field}" runs later than this one.`, [], 'Put that step first.');
  }
  if (spec === undefined || spec.type === 'list') {
    const fields = Object.keys(scope.request).filter((key) => scope.request[key]?.type !== 'list');
    const others = [
      ...scope.steps.map((step) => `${step}.`),
      ...(scope.key ? ['key'] : []),
      ...(scope.id === undefined ? [] : ['id']),
      'now',
      'today',
      'settings.',
    ];
    if (spec !== undefined) {
      const hint = `Make it a step, \`- ${field}: { rows: ${field} }\`, and loop over that: \`each: { item: $${field} }\`.`;
      return unknown('MAP231', `:${name} is a list, not a single value.`, [], hint);
    }
    return unknown('MAP231', `There is no value :${name} here.`, [...fields, ...others]);
  }
  if (parts !== undefined && (name === field || !parts.includes(name.slice(field.length + 1)))) {
    return unknown(
      'MAP242',
      `:${field} is a composite id.`,
      parts.map((part) => `${field}.${part}`),
    );
  }
  if (parts === undefined && name !== field)
    return unknown('MAP242', `:${field} is a single value and has no parts.`, [field]);
  const optional =
    !spec.required && !scope.filled.includes(field) && !('default' in spec && spec.default !== undefined);
  return resolved((state) => state.values[name], { optional, decimal: spec.type === 'decimal' });
}

/** Resolves `:name`. */
export function resolveName(name: string, scope: ParameterScope): ResolvedName {
  const [head = '', ...tail] = name.split('.');
  const rest = tail.join('.');
  if (head === 'settings') return settingName(rest, scope);
  if (head === 'rows') return rowsName(rest, scope);
  if (scope.id !== undefined && head === 'id') {
    const parts = Object.keys(scope.id.parts ?? {});
    if (parts.length > 0 ? !parts.includes(rest) : rest !== '')
      return unknown(
        'MAP242',
        `:${name} does not fit this id.`,
        parts.map((part) => `id.${part}`),
      );
    return resolved((state) => state.values[name]);
  }
  if (scope.steps.includes(head)) return stepName(head, rest, scope);
  if (scope.keyOnly !== undefined && (name === 'now' || name === 'today' || Object.hasOwn(scope.request, head))) {
    const objection = reasonAgainst(name, scope.keyOnly);
    if (objection !== undefined) return unknown('MAP237', objection, [], keyOnlyHint(scope.keyOnly));
  }
  if (name === 'key' && scope.key) return resolved((state) => state.key);
  if (name === 'now') return resolved((state) => localDateTime(state.now, scope.zone));
  if (name === 'today') return resolved((state) => localDate(state.now, scope.zone));
  return requestName(name, scope);
}

/** The names that `resolveName` accepts, without the colon. A step whose columns are not known ends with a dot: `order.`. */
export function valueNames(scope: ParameterScope): readonly string[] {
  const { request, parts, settings, steps, stepNames, key, rows, rowNames, id, keyOnly } = scope;
  const fields = Object.keys(request).flatMap((name) => {
    if (request[name]?.type === 'list') return [];
    const partNames = parts.get(name);
    return partNames === undefined ? [name] : partNames.map((part) => `${name}.${part}`);
  });
  const publicSettings = [...settings].filter(([, kind]) => kind === 'value');
  const idParts = Object.keys(id?.parts ?? {});
  return [
    ...fields,
    ...(key ? ['key'] : []),
    ...(id === undefined ? [] : idParts.length > 0 ? idParts.map((part) => `id.${part}`) : ['id']),
    ...(rows ? (rowNames?.all ?? []).map((column) => `rows.${column}`) : []),
    ...steps.flatMap((step) => (stepNames?.get(step)?.all ?? ['']).map((column) => `${step}.${column}`)),
    ...(keyOnly === undefined ? ['today', 'now'] : []),
    ...publicSettings.map(([name]) => `settings.${name}`),
  ];
}
