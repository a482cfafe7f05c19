/** Rule: each required field of a request is used where the request is answered, or declared `ignored`. A lost condition gives the rows of everybody. */

import type { Endpoint, Field, Fields } from '../../base/contract.ts';
import type { Path } from '../../base/place.ts';
import { suggestion } from '../../diagnostics/did-you-mean.ts';
import type { EndpointSpec } from '../../profile/schema/index.ts';
import { fallbackKind } from '../../sources/sql/kinds/index.ts';
import { isUndecided } from '../context/open-decisions.ts';
import { isUsed, requestUses } from './request-uses.ts';
import type { Rule, RuleContext } from './rule.ts';

/** A part of an endpoint that must use the fields, whether or not other parts do. */
interface Unit {
  /** The place of a finding. */
  readonly path: Path;
  /** The path of the whole part. */
  readonly partPath: Path;
  readonly spec: unknown;
  /** What it is, at the begin of a message. */
  readonly title: string;
}

const rowsKeys = ['query', 'call', 'get', 'post', 'put', 'patch', 'head', 'first', 'union'] as const;

/** The place of a read: the key that provides its rows. */
function placeOf(path: Path, spec: object): Path {
  const key = rowsKeys.find((name) => Object.hasOwn(spec, name));
  return key === undefined ? path : [...path, key];
}

type Read = object & { readonly union?: readonly object[] | undefined };

/** The reads of a union give rows independently of each other, so that each must be limited to what was requested. */
function readUnits(path: Path, spec: Read, title: string): readonly Unit[] {
  if (spec.union === undefined) return [{ path: placeOf(path, spec), partPath: path, spec, title }];
  return spec.union.map((branch, index) => ({
    path: placeOf([...path, 'union', index], branch),
    partPath: [...path, 'union', index],
    spec: { ...spec, union: [branch] },
    title: 'This read of the union',
  }));
}

function statementUnits(path: Path, statement: NonNullable<EndpointSpec['statement']>): readonly Unit[] {
  return (['entries', 'opening', 'balance'] as const).flatMap((name): readonly Unit[] => {
    const read = statement[name];
    const at = [...path, name];
    if (read === undefined) return [];
    const title = `\`${name}\``;
    return typeof read === 'string' ? [{ path: at, partPath: at, spec: read, title }] : readUnits(at, read, title);
  });
}

function unitsOf(path: Path, spec: EndpointSpec, { answer }: Endpoint): readonly Unit[] {
  switch (answer.kind) {
    case 'service':
      return [];
    case 'rows':
    case 'single':
      return readUnits(path, spec, 'This read');
    case 'accountStatement':
      return spec.statement === undefined ? [] : statementUnits([...path, 'statement'], spec.statement);
    case 'write': {
      const { prepare, write } = spec;
      const unit = {
        path: [...path, 'write'],
        partPath: path,
        spec: { prepare, write },
        title: 'No step of this write',
      };
      return write === undefined ? [] : [unit];
    }
  }
}

/** Fields without which a request has no meaning. The numbers of a page are used by the engine. */
const isNeeded = (field: Field): boolean => field.required || (field.type === 'text' && field.allowEmpty === true);

/** The names of the needed fields, those of list items as `lines.sku`. */
function neededIn(fields: Fields, prefix = ''): readonly string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (!isNeeded(field)) return [];
    return field.type === 'list' ? neededIn(field.items, `${name}.`) : [`${prefix}${name}`];
  });
}

/** The field that `:key` stands for: the first one of the key, which is the number of the document. */
function keyField({ answer }: Endpoint, { key }: EndpointSpec): string | undefined {
  return answer.kind === 'write' ? (key?.from ?? answer.key[0]) : undefined;
}

function checkUnit(
  context: RuleContext,
  { path, partPath, spec, title }: Unit,
  endpoint: Endpoint,
  needed: readonly string[],
) {
  const { lexicon } = fallbackKind.dialect;
  const { names, words } = requestUses(context.profile, lexicon, spec);
  const scopeNames = [...Object.keys(endpoint.request), 'key', 'now', 'today', 'settings', 'rows', 'request'];
  const isRead = endpoint.answer.kind !== 'write';
  // A value that a write leaves out may be wanted; a starting service does not report it.
  if (!isRead && context.thorough !== true) return;
  // A name that is no value of the request is reported: it may be the use.
  if (isRead && context.hasUnknownValue(partPath)) return;
  const keyed = keyField(endpoint, context.profile.endpoints[endpoint.path] ?? {});
  for (const name of needed) {
    const [list, member] = name.split('.');
    const used =
      member === undefined ? isUsed(name, names, scopeNames) : isUsed(member, words, scopeNames) || list === undefined;
    if (used || (keyed === name && names.has('key'))) continue;
    const verb = title.startsWith('No ') ? 'uses' : 'does not use';
    const effect = isRead ? ', so that its answer is the same for every value' : '';
    context.report('MAP285', {
      path,
      key: true,
      ...(isRead ? {} : { severity: 'warning' as const }),
      message: `${title} ${verb} the required field \`${name}\` of the request${effect}.`,
      hint: isRead
        ? `Compare a column with :${name}, or send {{ ${name} }}. Where this ERP needs no such condition: ignored: { ${name}: the reason }.`
        : `Write it into the ERP. Where the ERP has no place for it: ignored: { ${name}: the reason }.`,
      coordinate: `${endpoint.path} -> ${name}`,
    });
  }
}

/**
 * Reports MAP285 for unused fields, a warning where a document is written, and MAP264 for a name under `ignored` that is no required field of
 * the request.
 */
export const requestUsed: Rule = (context) => {
  for (const endpoint of context.contract.endpoints) {
    if (context.only?.has(endpoint.path) === false) continue;
    const spec = context.profile.endpoints[endpoint.path];
    // What is still to be decided may be how the field is used.
    if (spec === undefined || spec.unavailable !== undefined || isUndecided(spec)) continue;
    const path: Path = ['endpoints', endpoint.path];
    const needed = neededIn(endpoint.request);
    const ignored = Object.keys(spec.ignored ?? {});
    for (const name of ignored.filter((one) => !needed.includes(one))) {
      const message = `Requests to this endpoint have no required field "${name}".`;
      context.report('MAP264', { path: [...path, 'ignored', name], key: true, message, ...suggestion(name, needed) });
    }
    const open = needed.filter((name) => !ignored.includes(name));
    for (const unit of unitsOf(path, spec, endpoint)) checkUnit(context, unit, endpoint, open);
  }
};
