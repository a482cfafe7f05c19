/** Compiles a request of the profile, with the headers and parameters that its source adds, into a template. */
import type { Path } from '../../base/place.ts';
import { createsRecord } from '../../description/created-records.ts';
import type { DescribedType, ErrorBodies } from '../../description/model.ts';
import type { HttpSourceSpec, RequestSpec } from '../../profile/schema/index.ts';
import type { HttpMethod } from '../../sources/http-source.ts';
import { headerName } from '../../template/encode.ts';
import { literals as literalForms, literals } from '../../template/literals.ts';
import type { BodyTemplate, ParamTemplate, RequestTemplate, TermTemplate } from '../../template/request.ts';
import { onlyHole } from '../../template/text.ts';
import type { CompileContext } from '../context/context.ts';
import { eachAt, treeAt } from './bodies.ts';
import { describedPaging } from './described/described-paging.ts';
import { checkForm } from './described/form.ts';
import { checkHeaders, checkRequired } from './described/headers.ts';
import { operationAt } from './described/operation.ts';
import { checkKeys } from './described/path-keys.ts';
import { checkParams } from './described/query-options.ts';
import { requestPathAt } from './request-path.ts';
import { checkQuotes, type HoleScope, textAt } from './template-text.ts';
import type { Verb } from './verbs.ts';

/** Compiles one term of a list parameter. */
function termAt(context: CompileContext, path: Path, term: unknown, scope: HoleScope): TermTemplate | undefined {
  if (typeof term === 'object' && term !== null && !Array.isArray(term)) {
    const spec: Readonly<Record<string, unknown>> = { ...term };
    const tree = eachAt(context, path, spec, scope, (at, item, inner) => {
      if (typeof item !== 'string') return treeAt(context, at, item, inner);
      checkQuotes(context, at, item);
      const text = textAt(context, at, item, inner);
      return text && { kind: 'text', text, literals: scope.literals };
    });
    return tree && { kind: 'each', tree };
  }
  const written = String(term);
  checkQuotes(context, path, written);
  const text = textAt(context, path, written, scope);
  return text && { kind: 'one', text };
}

/** Compiles the parameter `name`: a text, or a list of terms. Undefined, and a report, where it cannot be compiled. */
function paramAt(
  context: CompileContext,
  path: Path,
  name: string,
  value: unknown,
  scope: HoleScope,
): ParamTemplate | undefined {
  const { literals } = scope;
  if (Array.isArray(value) && literals.terms === 'json') {
    const tree = treeAt(context, path, value, scope);
    return tree && { name, kind: 'json', tree };
  }
  if (Array.isArray(value)) {
    const terms = value.map((term: unknown, index) => termAt(context, [...path, index], term, scope));
    const sound = terms.filter((term) => term !== undefined);
    if (sound.length < terms.length) return undefined;
    return { name, kind: 'terms', terms: sound, separator: literals.terms === 'json' ? undefined : literals.terms };
  }
  const written = String(value);
  const text = textAt(context, path, written, scope);
  if (text === undefined) return undefined;
  const isValue = onlyHole(text) !== undefined;
  const literal = literals !== literalForms.plain && (!isValue || literals.expressions?.test(name) === true);
  if (literal) checkQuotes(context, path, written);
  return { name, kind: 'text', text, literal };
}

const methods: Readonly<Record<Verb, HttpMethod>> = {
  get: 'GET',
  post: 'POST',
  put: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
  head: 'HEAD',
};

/** A request of the profile, and the source that adds to it. */
interface RequestParts {
  readonly spec: RequestSpec;
  readonly path: Path;
  /** Name of the source. */
  readonly sourceName: string;
  readonly source: HttpSourceSpec;
  /** Path of the source in the profile. */
  readonly sourcePath: Path;
  readonly scope: HoleScope;
  /** The scope of the source's `request`, which applies to all of its requests. */
  readonly everyScope: HoleScope;
  /** The service shall refuse the request: its body may lack what the service requires. */
  readonly isRefused: boolean | undefined;
}

/** A header or parameter, where it is declared, and the scope of its text. */
interface Option<T> {
  readonly name: string;
  readonly value: T;
  readonly path: Path;
  readonly scope: HoleScope;
}

/** The request's own headers or parameters, then those of its source that it does not set itself. */
function withShared<T>(
  parts: RequestParts,
  key: 'headers' | 'params',
  own: Readonly<Record<string, T>> | undefined,
  every: Readonly<Record<string, T>> | undefined,
  nameOf: (name: string) => string,
): readonly Option<T>[] {
  const { path, sourcePath, scope, everyScope } = parts;
  const declared = Object.entries(own ?? {}).map(([name, value]) => ({
    name,
    value,
    path: [...path, key, name],
    scope,
  }));
  const names = new Set(declared.map(({ name }) => nameOf(name)));
  const inherited = Object.entries(every ?? {})
    .filter(([name]) => !names.has(nameOf(name)))
    .map(([name, value]) => ({ name, value, path: [...sourcePath, 'request', key, name], scope: everyScope }));
  return [...declared, ...inherited];
}

const lower = (name: string): string => name.toLowerCase();

function headersOf(
  context: CompileContext,
  headers: readonly Option<string | number | boolean>[],
): RequestTemplate['headers'] {
  return headers.flatMap((header) => {
    if (!headerName.test(header.name)) {
      const message = `"${header.name}" is not a valid header name.`;
      context.report('REQ608', { path: header.path, key: true, message, hint: 'Use letters, digits and hyphens.' });
    }
    const text = textAt(context, header.path, String(header.value), header.scope);
    return text === undefined ? [] : [[lower(header.name), text] as const];
  });
}

function bodyOf(
  context: CompileContext,
  parts: RequestParts,
  type: DescribedType | undefined,
  isWhole: boolean,
): BodyTemplate | undefined {
  const { spec, path, scope } = parts;
  const kinds = (['json', 'form', 'xml'] as const).filter((kind) => spec[kind] !== undefined);
  const [kind, second] = kinds;
  if (second !== undefined) {
    const message = `A request has one body, not both \`${kind}\` and \`${second}\`.`;
    context.report('MAP105', { path: [...path, second], key: true, message, hint: 'Keep one.' });
  }
  if (kind === undefined) return undefined;
  if (kind === 'form') {
    if (type !== undefined) checkForm(context, [...path, 'form'], spec.form ?? {}, type, isWhole);
    const params = Object.entries(spec.form ?? {}).flatMap(([name, value]) => {
      const param = paramAt(context, [...path, 'form', name], name, value, { ...scope, literals: literals.plain });
      return param === undefined ? [] : [param];
    });
    return { kind, params };
  }
  const tree = treeAt(context, [...path, kind], spec[kind], scope, { type, isWhole, isXml: kind === 'xml' });
  return tree && { kind, tree };
}

interface DescribedRequest {
  /** The operation in the words of the description. */
  readonly name: string;
  /** The type of the answer's body. */
  readonly answer: DescribedType;
  readonly errors: () => ErrorBodies;
  /** What shows that the answer has pages; undefined where nothing does. */
  readonly paging: string | undefined;
}

export interface CompiledRequest {
  readonly template: RequestTemplate;
  /** The operation that it is by the vendor's description; undefined without one. */
  readonly described: DescribedRequest | undefined;
}

/** Compiles the request whose path is under `verb`; undefined, and a report, where it cannot be compiled. */
export function requestAt(context: CompileContext, verb: Verb, parts: RequestParts): CompiledRequest | undefined {
  const { spec, path, source, sourceName, scope } = parts;
  const method = methods[verb];
  const at = [...path, verb];
  const described = operationAt(context, {
    method,
    text: spec[verb] ?? '',
    path: at,
    body: { spec: spec.json, path: [...path, 'json'] },
    source: sourceName,
    sourceSpec: source,
  });
  const address = requestPathAt(context, at, spec[verb] ?? '', scope);
  const written = withShared(parts, 'params', spec.params, source.request?.params, (name) => name).map((param) => ({
    ...param,
    template: paramAt(context, param.path, param.name, param.value, param.scope),
  }));
  const writtenHeaders = withShared(parts, 'headers', spec.headers, source.request?.headers, lower);
  const answer = described && checkParams(context, described, written, path);
  if (described?.protocol === 'openapi') {
    const sent = { headers: writtenHeaders, params: written };
    checkHeaders(context, described, writtenHeaders, source, path);
    if (parts.isRefused !== true) checkRequired(context, described, sent, source, at);
  }
  if (described?.protocol === 'odata' && address !== undefined)
    checkKeys(context, described, { text: spec[verb] ?? '', path: at, template: address, scope });
  const headers = headersOf(context, writtenHeaders);
  const isWhole = described !== undefined && createsRecord(method, described.protocol) && parts.isRefused !== true;
  const body = bodyOf(context, parts, described?.body, isWhole);
  return (
    address && {
      template: {
        method,
        path: address,
        params: written.flatMap(({ template }) => template ?? []),
        headers,
        body,
        literals: scope.literals,
      },
      described: described &&
        answer && {
          name: described.name,
          answer,
          errors: described.errors,
          paging: describedPaging(
            described,
            written.map(({ name }) => name),
          ),
        },
    }
  );
}
