/** One endpoint of the contract as the profile provides it. */
import type { Endpoint, Fields } from '../base/contract.ts';
import type { Path } from '../base/place.ts';
import type { IdForm } from '../plan/ids.ts';
import type { EndpointPlan, EndpointWork } from '../plan/plan.ts';
import type { EndpointSpec, IdSpec } from '../profile/schema/index.ts';
import { objectEncoder } from '../shape/encode.ts';
import { compileRequest } from '../shape/request.ts';
import { withWrittenColumns } from './columns/output-only-columns.ts';
import type { CompileContext } from './context/context.ts';
import { answerPart, memberCoordinate } from './context/contract-coordinate.ts';
import { coveredAnswer } from './context/coverage-fields.ts';
import { coveredRequest } from './context/coverage-points.ts';
import { idOfKind } from './context/ids.ts';
import { absentFieldsIn, absentFieldsOf } from './context/optional-fields.ts';
import { defaultSource, httpSource, sourceOf, zoneOf } from './context/sources.ts';
import { kindOf, verbsOf } from './http/request.ts';
import { type ParameterScope, settingsScope } from './names/parameter-scope.ts';
import { compileStatementPlan } from './read/account-statement.ts';
import { compileRead } from './read/read.ts';
import { compileScalarRead, takingNotFound } from './read/scalar-read.ts';
import { compileWrite } from './write/write.ts';

function formOf(id: IdSpec | undefined): IdForm {
  const parts = Object.entries(id?.parts ?? {});
  if (parts.length > 0) return { kind: 'parts', parts };
  return { kind: id?.type ?? 'text' };
}

/** `use` names the source that is asked whether an id exists. */
function idsOf(
  context: CompileContext,
  endpoint: Endpoint,
  scope: ParameterScope,
  use: string | undefined,
): EndpointPlan['ids'] {
  return Object.entries(endpoint.request).flatMap(([field, spec]) => {
    if (spec.type !== 'id') return [];
    const id = idOfKind(context, spec.of);
    const kind = context.profile.ids?.[spec.of] === undefined && spec.of === 'debtor' ? 'customer' : spec.of;
    const form = formOf(id);
    if (id?.exists === undefined) return [{ field, form, exists: undefined }];
    const { exists } = id;
    const own = typeof exists === 'string' ? undefined : exists.use;
    // Where the endpoint names it, an unknown source is reported there.
    if (own === undefined && use !== undefined && !Object.hasOwn(context.profile.sources, use))
      return [{ field, form, exists: undefined }];
    const isRequest = typeof exists !== 'string' && verbsOf(exists).length > 0;
    const source = sourceOf(context, own ?? use, ['ids', kind], isRequest ? 'http' : 'sql');
    if (source === undefined) return [{ field, form, exists: undefined }];
    const request: Fields = isRequest ? { id: { ...spec, required: true } } : {};
    const read = compileScalarRead(context, ['ids', kind, 'exists'], exists, source, {
      fields: undefined,
      extra: [],
      scope: { ...scope, request, parts: new Map(), id, zone: zoneOf(context, source) },
      variables: [],
      coordinate: memberCoordinate(endpoint.path, field),
    });
    return [{ field, form, exists: read && takingNotFound(read.plan) }];
  });
}

function partsOf(context: CompileContext, request: Fields): ReadonlyMap<string, readonly string[]> {
  return new Map(
    Object.entries(request).flatMap(([field, spec]) => {
      const parts = spec.type === 'id' ? Object.keys(idOfKind(context, spec.of)?.parts ?? {}) : [];
      return parts.length === 0 ? [] : [[field, parts] as const];
    }),
  );
}

function readWork(
  context: CompileContext,
  path: Path,
  spec: EndpointSpec,
  endpoint: Endpoint,
  scope: ParameterScope,
): EndpointWork | undefined {
  const { answer } = endpoint;
  if (answer.kind !== 'rows' && answer.kind !== 'single') return undefined;
  const { fields, coordinate } = answerPart(endpoint.path, answer);
  const rows =
    answer.kind === 'rows'
      ? { id: answer.id, name: answer.name, limited: endpoint.request.limit !== undefined, paged: answer.paged }
      : undefined;
  const read = compileRead(
    context,
    path,
    spec,
    { fields, extra: [], absent: absentFieldsOf(path, spec), scope, variables: [], coordinate },
    { rows, provided: [] },
  );
  if (read === undefined) return undefined;
  const broken = spec.broken ?? (answer.kind === 'rows' ? answer.brokenRow : 'fail');
  return {
    kind: 'read',
    read: withWrittenColumns(read.plan),
    encode: coveredAnswer(context, path, endpoint, objectEncoder(fields)),
    zone: zoneOfRead(context, spec),
    broken,
  };
}

/** The sources that an endpoint names, that of most of its work first. */
function usesOf({ use, find, statement, first, union, write }: EndpointSpec): readonly string[] {
  const ofFind = typeof find === 'object' ? find.use : undefined;
  const [step] = Object.values(write?.[0] ?? {});
  return [use, ofFind, statement?.entries.use, (first ?? union)?.[0]?.use, step?.use].filter(
    (name) => name !== undefined,
  );
}

/** The source that is asked whether an id exists: a database, also where a write goes to an ERP by HTTP. */
function askedForIds(context: CompileContext, spec: EndpointSpec): string | undefined {
  const uses = usesOf(spec);
  return uses.find((name) => httpSource(context, name) === undefined) ?? uses[0];
}

/** The clock of the source that most of an endpoint's rows come from. */
function zoneOfRead(context: CompileContext, spec: EndpointSpec): string {
  const [first = spec] = spec.first ?? spec.union ?? (spec.statement === undefined ? [] : [spec.statement.entries]);
  const only = defaultSource(context, kindOf(first));
  return zoneOf(context, usesOf(spec)[0] ?? only ?? Object.keys(context.profile.sources)[0] ?? '');
}

/** The clock of the source that the look-up of a write asks: its row is the answer. */
function zoneOfWrite(context: CompileContext, { use, find, write }: EndpointSpec): string {
  const [step] = Object.values(write?.[0] ?? {});
  const around = use ?? step?.use;
  const read = typeof find === 'object' ? find : undefined;
  const [first = read] = read?.first ?? read?.union ?? [];
  return zoneOf(context, first?.use ?? read?.use ?? defaultSource(context, first && kindOf(first), around) ?? '');
}

function workOf(
  context: CompileContext,
  path: Path,
  spec: EndpointSpec,
  endpoint: Endpoint,
  scope: ParameterScope,
): EndpointWork | undefined {
  if (spec.unavailable !== undefined)
    return { kind: 'unavailable', reason: spec.unavailable, empty: spec.answer === 'empty' };
  const { answer } = endpoint;
  switch (answer.kind) {
    case 'service':
      return undefined;
    case 'rows':
    case 'single':
      return readWork(context, path, spec, endpoint, scope);
    case 'statement': {
      if (spec.statement === undefined) {
        context.report('MAP112', {
          path,
          key: true,
          message: 'An account statement is described under `statement`.',
          hint: 'Add `statement:` with `currency` and `entries`.',
        });
        return undefined;
      }
      const names = ['asOf', 'periodStart', 'periodEnd'];
      const given = names.flatMap((name) => {
        const field = scope.request[name];
        return field === undefined ? [] : [[name, { ...field, required: true }] as const];
      });
      const filled = { ...scope, request: { ...scope.request, ...Object.fromEntries(given) }, filled: names };
      const absent = absentFieldsIn(absentFieldsOf(path, spec), 'lines');
      const at = [...path, 'statement'];
      const statement = compileStatementPlan(context, at, spec.statement, endpoint, filled, absent);
      const encode = coveredAnswer(context, path, endpoint, objectEncoder(answer.fields));
      return statement && { kind: 'statement', statement, encode };
    }
    case 'write': {
      const write = compileWrite(context, path, spec, endpoint, scope);
      const encode = coveredAnswer(context, path, endpoint, objectEncoder(answer.fields));
      return write && { kind: 'write', write, encode, zone: zoneOfWrite(context, spec) };
    }
  }
}

/** Compiles an endpoint, or reports why it cannot be. */
export function compileEndpoint(
  context: CompileContext,
  endpoint: Endpoint,
  spec: EndpointSpec,
): EndpointPlan | undefined {
  const path: Path = ['endpoints', endpoint.path];
  const scope: ParameterScope = {
    ...settingsScope(context.settings, 'UTC'),
    request: endpoint.request,
    parts: partsOf(context, endpoint.request),
  };
  const ids = spec.unavailable === undefined ? idsOf(context, endpoint, scope, askedForIds(context, spec)) : [];
  const work = workOf(context, path, spec, endpoint, scope);
  const request = compileRequest(context.contract, endpoint, { maxPageLimit: spec.page?.max ?? 500 });
  if (work === undefined) return undefined;
  if (work.kind === 'unavailable') return { endpoint, request, work, ids };
  return { endpoint, request: coveredRequest(context, path, endpoint.path, request), work, ids };
}
