/** Compiles one endpoint of the contract as the profile provides it. */
import type { Endpoint, Fields } from '../base/contract.ts';
import type { Path } from '../base/place.ts';
import type { IdForm } from '../plan/ids.ts';
import type { EndpointPlan, EndpointWork } from '../plan/plan.ts';
import type { EndpointSpec, IdSpec, StatementSpec } from '../profile/schema/index.ts';
import { compileRequest } from '../shape/request.ts';
import { withOutputOnlyColumns } from './columns/output-only-columns.ts';
import type { CompileContext } from './context/context.ts';
import { answerPart, memberCoordinate } from './context/contract-coordinate.ts';
import { answerEncoder } from './context/coverage-fields.ts';
import { coveredRequest } from './context/coverage-points.ts';
import { declaredIdKind, idOfKind } from './context/ids.ts';
import { absentFieldsIn, absentFieldsOf } from './context/optional-fields.ts';
import { sourceOf, zoneOf } from './context/sources.ts';
import { idSource, readZone, writeZone } from './endpoint-sources.ts';
import { verbsOf } from './http/verbs.ts';
import { type ParameterScope, settingsScope } from './names/parameter-scope.ts';
import { compileAccountStatement } from './read/account-statement.ts';
import { compileRead } from './read/read.ts';
import { compileScalarRead, withNotFound } from './read/scalar-read.ts';
import { compileWrite, type EndpointInput } from './write/write.ts';

/** Compiles an endpoint; undefined, and a report, where it cannot be compiled. */
export function compileEndpoint(
  context: CompileContext,
  endpoint: Endpoint,
  spec: EndpointSpec,
): EndpointPlan | undefined {
  const path: Path = ['endpoints', endpoint.path];
  const scope: ParameterScope = {
    ...settingsScope(context, 'UTC'),
    request: endpoint.request,
    parts: idPartsOf(context, endpoint.request),
  };
  const input: EndpointInput = { path, spec, endpoint, scope };
  const ids = spec.unavailable === undefined ? compileIds(context, input) : [];
  const work = compileWork(context, input);
  const request = compileRequest(context.contract, endpoint, { maxPageLimit: spec.page?.max ?? 500 });
  if (work === undefined) return undefined;
  if (work.kind === 'unavailable') return { endpoint, request, work, ids };
  return { endpoint, request: coveredRequest(context, path, endpoint.path, request), work, ids };
}

/** The names of the parts of each composite id of a request. */
function idPartsOf(context: CompileContext, request: Fields): ReadonlyMap<string, readonly string[]> {
  return new Map(
    Object.entries(request).flatMap(([field, spec]) => {
      const parts = spec.type === 'id' ? Object.keys(idOfKind(context, spec.idKind)?.parts ?? {}) : [];
      return parts.length === 0 ? [] : [[field, parts] as const];
    }),
  );
}

function idForm(id: IdSpec | undefined): IdForm {
  const parts = Object.entries(id?.parts ?? {});
  if (parts.length > 0) return { kind: 'parts', parts };
  return { kind: id?.type ?? 'text' };
}

/** Compiles the id fields of the request with the reads that find out whether an id exists. */
function compileIds(context: CompileContext, { spec, endpoint, scope }: EndpointInput): EndpointPlan['ids'] {
  const use = idSource(context, spec);
  return Object.entries(endpoint.request).flatMap(([field, fieldSpec]) => {
    if (fieldSpec.type !== 'id') return [];
    const id = idOfKind(context, fieldSpec.idKind);
    const form = idForm(id);
    if (id?.exists === undefined) return [{ field, form, exists: undefined }];
    const { exists } = id;
    const existsSource = typeof exists === 'string' ? undefined : exists.use;
    // An unknown source of the endpoint is reported where the endpoint names it.
    if (existsSource === undefined && use !== undefined && !Object.hasOwn(context.profile.sources, use))
      return [{ field, form, exists: undefined }];
    const isRequest = typeof exists !== 'string' && verbsOf(exists).length > 0;
    const kind = declaredIdKind(context, fieldSpec.idKind);
    const source = sourceOf(context, existsSource ?? use, ['ids', kind], isRequest ? 'http' : 'sql');
    if (source === undefined) return [{ field, form, exists: undefined }];
    const request: Fields = isRequest ? { id: { ...fieldSpec, required: true } } : {};
    const read = compileScalarRead(context, {
      path: ['ids', kind, 'exists'],
      spec: exists,
      source,
      target: {
        fields: undefined,
        extra: [],
        scope: { ...scope, request, parts: new Map(), id, zone: zoneOf(context, source) },
        variables: [],
        coordinate: memberCoordinate(endpoint.path, field),
      },
    });
    return [{ field, form, exists: read && withNotFound(read.plan) }];
  });
}

function compileWork(context: CompileContext, input: EndpointInput): EndpointWork | undefined {
  const { path, spec, endpoint, scope } = input;
  if (spec.unavailable !== undefined)
    return { kind: 'unavailable', reason: spec.unavailable, empty: spec.answer === 'empty' };
  const { answer } = endpoint;
  switch (answer.kind) {
    case 'service':
      return undefined;
    case 'rows':
    case 'single':
      return readWork(context, input);
    case 'accountStatement': {
      if (spec.statement !== undefined) return accountStatementWork(context, input, spec.statement);
      context.report('MAP112', {
        path,
        key: true,
        message: 'An account statement is described under `statement`.',
        hint: 'Add `statement:` with `currency` and `entries`.',
      });
      return undefined;
    }
    case 'write': {
      const write = compileWrite(context, { path, spec, endpoint, scope });
      const encode = answerEncoder(context, path, endpoint, answer.fields);
      return write && { kind: 'write', write, encode, zone: writeZone(context, spec) };
    }
  }
}

function readWork(context: CompileContext, { path, spec, endpoint, scope }: EndpointInput): EndpointWork | undefined {
  const { answer } = endpoint;
  if (answer.kind !== 'rows' && answer.kind !== 'single') return undefined;
  const { fields, coordinate } = answerPart(endpoint.path, answer);
  const rows =
    answer.kind === 'rows'
      ? { id: answer.id, name: answer.name, limited: endpoint.request.limit !== undefined, paged: answer.paged }
      : undefined;
  const target = { fields, extra: [], absent: absentFieldsOf(path, spec), scope, variables: [], coordinate };
  const read = compileRead(context, path, spec, target, { rows, provided: [] });
  if (read === undefined) return undefined;
  return {
    kind: 'read',
    read: withOutputOnlyColumns(read.plan),
    encode: answerEncoder(context, path, endpoint, fields),
    zone: readZone(context, spec),
    broken: spec.broken ?? (answer.kind === 'rows' ? answer.brokenRow : 'fail'),
  };
}

/** Optional days of the request that the engine fills in before it runs the reads of an account statement. */
const filledDays = ['asOf', 'periodStart', 'periodEnd'];

function accountStatementWork(
  context: CompileContext,
  { path, spec, endpoint, scope }: EndpointInput,
  statementSpec: StatementSpec,
): EndpointWork | undefined {
  const { answer } = endpoint;
  if (answer.kind !== 'accountStatement') return undefined;
  const days = filledDays.flatMap((name) => {
    const field = scope.request[name];
    return field === undefined ? [] : [[name, { ...field, required: true }] as const];
  });
  const statement = compileAccountStatement(context, {
    path: [...path, 'statement'],
    spec: statementSpec,
    endpoint,
    scope: { ...scope, request: { ...scope.request, ...Object.fromEntries(days) }, filled: filledDays },
    absent: absentFieldsIn(absentFieldsOf(path, spec), 'lines'),
  });
  const encode = answerEncoder(context, path, endpoint, answer.fields);
  return statement && { kind: 'accountStatement', accountStatement: statement, encode };
}
