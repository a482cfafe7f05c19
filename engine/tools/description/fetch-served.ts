/** Reads the description that an ERP serves of itself: `$metadata` of OData, or an OpenAPI document. */
import { milliseconds } from '../../base/duration.ts';
import { interpolate, visibleSettings } from '../../base/setting-values.ts';
import type { ProfileInput } from '../../compile/compile.ts';
import type { CompileContext } from '../../compile/context/context.ts';
import { httpProbe } from '../../compile/http/probe.ts';
import { corrected } from '../../description/corrected.ts';
import type { ServiceDescription } from '../../description/model.ts';
import { combined, readDescription } from '../../description/read.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { describedBy, type HttpSourceSpec } from '../../profile/schema/index.ts';
import { failureOf, judgeOf } from '../../run/http/judge-answer.ts';
import { baseOf, resolveTarget } from '../../sources/http/target.ts';
import type { HttpSource } from '../../sources/http-source.ts';
import { SourceError } from '../../sources/source.ts';
import { createReportingContext } from '../../start/reporting-context.ts';
import { credentialsHint } from '../../start/setting-hints.ts';
import { databaseMessage } from '../../start/statement-error.ts';
import { renderRequest } from '../../template/request.ts';

/** A source whose ERP describes itself. */
export interface ServedInput {
  /** Name of the source. */
  readonly name: string;
  readonly spec: HttpSourceSpec;
  readonly source: HttpSource;
  /** The description in the vendor's files. */
  readonly inFiles: ServiceDescription;
  readonly input: ProfileInput;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly kept: ServedDescriptions;
}

/** A description of OData is preferred in XML, which all versions have. */
const accepted = 'application/xml, application/json;q=0.9, */*;q=0.1';

/** Where OData has its metadata (4.01, part 1, 11.1.2). */
const metadata = '/$metadata';

/** Where the ERP serves the description. Of several files it is not known which one has the metadata of OData. */
function pathsOf({ spec, inFiles }: ServedInput): readonly string[] {
  const [only, ...more] = inFiles.uses;
  return describedBy(spec)?.live ?? (only?.kind === 'odata' && more.length === 0 ? [metadata] : []);
}

/** The address of the description, without a query. */
function addressOf({ spec, input: { settings } }: ServedInput, path: string): string {
  const written = interpolate(path, settings);
  try {
    const { origin, pathname } = resolveTarget(baseOf(interpolate(spec.http, settings)), written);
    return `${origin}${pathname}`;
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return written;
  }
}

/** The source without its query options of OData, which are about records. */
function withoutOptions(spec: HttpSourceSpec): HttpSourceSpec {
  const params = Object.entries(spec.request?.params ?? {}).filter(([name]) => !name.startsWith('$'));
  return { ...spec, request: { ...spec.request, params: Object.fromEntries(params) } };
}

/** Descriptions that ERPs have served, for a check that is repeated after each change of a profile. */
export class ServedDescriptions {
  private readonly kept = new Map<string, { readonly description: ServiceDescription; readonly end: number }>();
  private readonly lifetime: number;

  /** `lifetime`: in milliseconds. */
  constructor(lifetime: number) {
    this.lifetime = lifetime;
  }

  /** The description that was read of this request, or that `read` gives now. `time`: milliseconds since the epoch. */
  async get(request: string, time: number, read: () => Promise<ServiceDescription>): Promise<ServiceDescription> {
    const before = this.kept.get(request);
    if (before !== undefined && time < before.end) return before.description;
    const description = await read();
    this.kept.set(request, { description, end: time + this.lifetime });
    return description;
  }
}

/** The description at a path. Rejects with `SourceError` and `DescriptionFault`. */
async function descriptionAt(served: ServedInput, path: string): Promise<ServiceDescription> {
  const { name, spec, source, input, now, kept } = served;
  // The check of the profile reports what is wrong with the source; the description does not describe itself.
  const quiet = createReportingContext({ ...input, services: undefined }, []);
  const probe = { get: '/', headers: { Accept: accepted } };
  const exchange = httpProbe(quiet, name, { ...withoutOptions(spec), probe }, ['sources', name, 'describedBy', 'live']);
  if (exchange === undefined) throw new SourceError('broken', 'The request of the description cannot be compiled.');
  const { settings } = input;
  const bindings = { settings: visibleSettings(settings), request: {} };
  const rendered = await renderRequest(exchange.request, { input: {}, bindings, settings });
  const query = rendered.target.slice(1);
  const target = `${interpolate(path, input.settings)}${path.includes('?') ? query.replace('?', '&') : query}`;
  const deadline = now() + milliseconds(spec.limits?.timeout ?? '30s');
  const request = { ...rendered, target, effect: 'read' } as const;
  const address = addressOf(served, path);
  return kept.get(JSON.stringify([name, address, target, rendered.headers]), now(), async () => {
    const { reply, verdict } = await source.send(request, judgeOf(exchange, bindings), { deadline });
    if (verdict.kind !== 'ok' && verdict.kind !== 'empty') throw failureOf(verdict);
    return readDescription(reply.body ?? '', address);
  });
}

/** What to do where the description cannot be read. */
function hintFor(context: CompileContext, name: string, error: Error): string {
  const cure = error instanceof SourceError ? error.cure : undefined;
  const login = error instanceof SourceError && error.kind === 'denied' ? credentialsHint(context, name) : undefined;
  return (
    cure ??
    login ??
    'Give the path where the ERP serves it as `live` of `describedBy`, or `live: false` if it serves none.'
  );
}

export type Served =
  /** Nowhere is said where the ERP serves a description. */
  | { readonly kind: 'none' }
  | { readonly kind: 'read'; readonly description: ServiceDescription }
  | { readonly kind: 'failed'; readonly diagnostics: readonly Diagnostic[] };

/**
 * Requests the description with the authentication, limits and shared headers of the source. A failure is a finding (API814). The description has no
 * `own` members: it names those of the installation itself.
 */
export async function fetchServed(served: ServedInput): Promise<Served> {
  const { name, spec, input } = served;
  const diagnostics: Diagnostic[] = [];
  const context = createReportingContext(input, diagnostics);
  const descriptions: ServiceDescription[] = [];
  for (const path of pathsOf(served)) {
    try {
      descriptions.push(await descriptionAt(served, path));
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const message = `The description that the ERP serves at ${addressOf(served, path)} is not compared with the file: ${databaseMessage(error.message)}`;
      const hint = hintFor(context, name, error);
      context.report('API814', {
        path: ['sources', name, 'describedBy'],
        key: true,
        severity: 'warning',
        message,
        hint,
      });
    }
  }
  const [first, ...others] = descriptions;
  if (diagnostics.length > 0) return { kind: 'failed', diagnostics };
  if (first === undefined) return { kind: 'none' };
  const corrections = describedBy(spec) ?? { paths: [], optional: new Set<string>() };
  return { kind: 'read', description: corrected(combined([first, ...others]), corrections) };
}
