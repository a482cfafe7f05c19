/** A request of a profile, with what every request of its source carries, becomes a template. */
import type { Fields } from '../../base/contract.ts';
import type { Path } from '../../base/place.ts';
import { Secret } from '../../base/secret.ts';
import { verbs as allVerbs, type RequestSpec } from '../../profile/schema/http.ts';
import type { HttpSourceSpec } from '../../profile/schema/index.ts';
import type { HttpMethod } from '../../sources/http-source.ts';
import { headerName } from '../../template/encode.ts';
import type { Literals } from '../../template/literals.ts';
import { type PathTemplate, pathTemplate, standsInKey } from '../../template/path.ts';
import type { BodyTemplate, ParamTemplate, RequestTemplate, TermTemplate } from '../../template/request.ts';
import { onlyHole } from '../../template/text.ts';
import type { CompileContext } from '../context/context.ts';
import type { SourceKind } from '../context/sources.ts';
import { eachAt, treeAt } from './bodies.ts';
import { checkQuotes, type HoleScope, isOptional, textAt } from './template-text.ts';

export type Verb = (typeof allVerbs)[number];

const methods: Readonly<Record<Verb, HttpMethod>> = {
  get: 'GET',
  post: 'POST',
  put: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
  head: 'HEAD',
};

/** The verbs that a read, or a step, is written with. */
export function verbsOf(spec: RequestSpec): readonly Verb[] {
  return allVerbs.filter((verb) => spec[verb] !== undefined);
}

/** Which kind of source a read or step is for; undefined where it only holds others. */
export function kindOf(
  spec: RequestSpec & { readonly query?: unknown; readonly call?: unknown; readonly exec?: unknown },
): SourceKind | undefined {
  if (verbsOf(spec).length > 0) return 'http';
  return spec.query === undefined && spec.call === undefined && spec.exec === undefined ? undefined : 'sql';
}

/** A value that the request may be without has no place in a path: another record, or all of them, would be asked for. */
function checkPath(context: CompileContext, path: Path, { segments }: PathTemplate, fields: Fields): void {
  for (const { pieces } of segments) {
    for (const piece of pieces) {
      if (piece.kind !== 'hole') continue;
      const missing = piece.hole.expression.names.find(({ name }) => {
        const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
        return field !== undefined && isOptional(field);
      });
      if (missing === undefined) continue;
      const message = `The request field ${missing.name} is optional, but a path always needs its value.`;
      context.report('REQ605', {
        path,
        message,
        hint: 'Put it into `params`, where it is left out when it has no value.',
      });
    }
  }
}

function pathAt(
  context: CompileContext,
  path: Path,
  text: string,
  scope: HoleScope,
  plain: Literals,
): PathTemplate | undefined {
  const template = textAt(context, path, text, scope);
  if (template === undefined) return undefined;
  const address = pathTemplate(template.pieces);
  checkPath(context, path, address, scope.fields);
  const inKey = address.segments.some(({ pieces }) =>
    pieces.some((piece, index) => piece.kind === 'hole' && standsInKey(pieces, index)),
  );
  if (inKey && scope.literals !== plain) checkQuotes(context, path, text);
  for (const setting of text.matchAll(/\$\{([A-Za-z_]\w*)\}/g)) {
    if (!(context.settings.get(setting[1] ?? '') instanceof Secret)) continue;
    const message = `The setting "${setting[1]}" is a secret, but paths are written to the log.`;
    const range = { offset: setting.index, length: setting[0].length };
    context.report('MAP206', { path, range, message, hint: 'Send it in a header, in `params` or in the body.' });
  }
  const query = /[?#]/.exec(text);
  if (query !== null) {
    const message = `A path cannot contain a ${query[0] === '?' ? 'query' : 'fragment'}.`;
    context.report('REQ608', {
      path,
      range: { offset: query.index, length: 1 },
      message,
      hint: 'Write query parameters under `params`.',
    });
  }
  return address;
}

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

function paramAt(
  context: CompileContext,
  path: Path,
  name: string,
  value: unknown,
  scope: HoleScope,
  plain: Literals,
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
    return { name, kind: 'terms', terms: sound, joint: literals.terms === 'json' ? undefined : literals.terms };
  }
  const written = String(value);
  const text = textAt(context, path, written, scope);
  if (text === undefined) return undefined;
  const isValue = onlyHole(text) !== undefined;
  const literal = literals !== plain && (!isValue || literals.expressions?.test(name) === true);
  if (literal) checkQuotes(context, path, written);
  return { name, kind: 'text', text, literal };
}

export interface RequestParts {
  readonly spec: RequestSpec;
  readonly path: Path;
  readonly source: HttpSourceSpec;
  /** Where the source stands in the profile. */
  readonly sourcePath: Path;
  readonly scope: HoleScope;
  /** The scope of what every request of the source carries. */
  readonly everyScope: HoleScope;
  /** The literals of a source that has none. */
  readonly plain: Literals;
}

interface Option<T> {
  readonly name: string;
  readonly value: T;
  readonly path: Path;
  readonly scope: HoleScope;
}

/** What every request of the source carries under `key`, and then what this one does: the same name is given by the request itself. */
function shared<T>(
  parts: RequestParts,
  key: 'headers' | 'params',
  own: Readonly<Record<string, T>> | undefined,
  every: Readonly<Record<string, T>> | undefined,
  nameOf: (name: string) => string,
): readonly Option<T>[] {
  const { path, sourcePath, scope, everyScope } = parts;
  const mine = Object.entries(own ?? {}).map(([name, value]) => ({ name, value, path: [...path, key, name], scope }));
  const names = new Set(mine.map(({ name }) => nameOf(name)));
  const theirs = Object.entries(every ?? {})
    .filter(([name]) => !names.has(nameOf(name)))
    .map(([name, value]) => ({ name, value, path: [...sourcePath, 'request', key, name], scope: everyScope }));
  return [...mine, ...theirs];
}

function headersOf(context: CompileContext, parts: RequestParts): RequestTemplate['headers'] {
  const { spec, source } = parts;
  const lower = (name: string): string => name.toLowerCase();
  return shared(parts, 'headers', spec.headers, source.request?.headers, lower).flatMap((header) => {
    if (!headerName.test(header.name)) {
      const message = `"${header.name}" is not a valid header name.`;
      context.report('REQ608', { path: header.path, key: true, message, hint: 'Use letters, digits and hyphens.' });
    }
    const text = textAt(context, header.path, String(header.value), header.scope);
    return text === undefined ? [] : [[lower(header.name), text] as const];
  });
}

function bodyOf(context: CompileContext, parts: RequestParts): BodyTemplate | undefined {
  const { spec, path, scope, plain } = parts;
  const kinds = (['json', 'form', 'xml'] as const).filter((kind) => spec[kind] !== undefined);
  const [kind, second] = kinds;
  if (second !== undefined) {
    const message = `A request has one body, not both \`${kind}\` and \`${second}\`.`;
    context.report('MAP105', { path: [...path, second], key: true, message, hint: 'Keep one.' });
  }
  if (kind === undefined) return undefined;
  if (kind === 'form') {
    const params = Object.entries(spec.form ?? {}).flatMap(([name, value]) => {
      const param = paramAt(context, [...path, 'form', name], name, value, { ...scope, literals: plain }, plain);
      return param === undefined ? [] : [param];
    });
    return { kind, params };
  }
  const tree = treeAt(context, [...path, kind], spec[kind], scope);
  return tree && { kind, tree };
}

/** Compiles the request that `verb` of the spec begins; undefined, and a report, where it cannot be. */
export function requestAt(context: CompileContext, verb: Verb, parts: RequestParts): RequestTemplate | undefined {
  const { spec, path, source, scope, plain } = parts;
  const address = pathAt(context, [...path, verb], spec[verb] ?? '', scope, plain);
  const params = shared(parts, 'params', spec.params, source.request?.params, (name) => name).flatMap((param) => {
    const template = paramAt(context, param.path, param.name, param.value, param.scope, plain);
    return template === undefined ? [] : [template];
  });
  const headers = headersOf(context, parts);
  const body = bodyOf(context, parts);
  return address && { method: methods[verb], path: address, params, headers, body, literals: scope.literals };
}
