/** A source holds tables or answers requests; a read has to be of the same kind. */
import { type HttpSourceSpec, isHttp } from '../../profile/schema/index.ts';
import type { CompileContext, Path, SourceKind } from './context.ts';

/** The declaration of a source that is reached by HTTP; undefined for any other. */
export function httpSource(context: CompileContext, name: string): HttpSourceSpec | undefined {
  const source = context.profile.sources[name];
  return source !== undefined && isHttp(source) ? source : undefined;
}

/** Whether a source is of this kind. Reports a read, or whatever stands at the path, that is of the other. */
export function isOfKind(context: CompileContext, name: string, kind: SourceKind, path: Path): boolean {
  const isRequest = kind === 'http';
  if (isRequest === (httpSource(context, name) !== undefined)) return true;
  const key = String(path.findLast((segment) => typeof segment === 'string') ?? '');
  const message = isRequest
    ? `"${name}" is a database, which takes no requests.`
    : `"${name}" is reached by HTTP, and takes no SQL.`;
  const hint = isRequest
    ? `Write a \`query\`, or name a source that is reached by HTTP in \`use\`.`
    : `Write a request, such as \`get\`, or name a database in \`use\`. \`${key}\` is for databases.`;
  context.report('REQ602', { path, key: true, message, hint });
  return false;
}
