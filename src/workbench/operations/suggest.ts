/** Offers records of the ERP for a form, found through the lists and searches of the profile itself. */
import { isMap } from '../../../engine/host/index.ts';
import type { Contract, Endpoint, Fields } from '../../../engine/index.ts';
import { Refused } from './access/folder.ts';
import type { WarmEngines } from './workspace/warm-engines.ts';
import type { Workspace } from './workspace/workspace.ts';

const most = 20;

/** Whether a request needs nothing but a text to search for, and a page. */
function isFree(fields: Fields): boolean {
  return Object.entries(fields).every(([name, field]) => !field.required || ['query', 'page', 'limit'].includes(name));
}

/** The endpoint that lists or searches records of a kind; undefined if the contract has none that needs no other id. */
function listOf({ endpoints }: Contract, kind: string): Endpoint | undefined {
  return endpoints.find(({ answer, request }) => {
    const id = answer.kind === 'rows' ? answer.row[answer.id] : undefined;
    return id?.type === 'id' && id.idKind === kind && isFree(request);
  });
}

/** Kinds of records that can be offered. */
export function offeredKinds(contract: Contract): string[] {
  const kinds = contract.endpoints.flatMap(({ answer }) => {
    const id = answer.kind === 'rows' ? answer.row[answer.id] : undefined;
    return id?.type === 'id' ? [id.idKind] : [];
  });
  return [...new Set(kinds)].filter((kind) => listOf(contract, kind) !== undefined);
}

interface OfferedRecord {
  readonly value: string;
  readonly label: string;
}

/** The records in an answer, each with its texts as label. */
function recordsIn(json: string, { answer }: Endpoint): OfferedRecord[] {
  const body: unknown = JSON.parse(json);
  if (answer.kind !== 'rows' || !isMap(body)) return [];
  const rows = body[answer.property];
  const texts = Object.entries(answer.row).flatMap(([name, { type }]) => (type === 'text' ? [name] : []));
  return (Array.isArray(rows) ? rows : []).filter(isMap).map((row) => ({
    value: String(row[answer.id]),
    label: texts
      .flatMap((name) => (typeof row[name] === 'string' && row[name] !== '' ? [row[name]] : []))
      .slice(0, 3)
      .join(', '),
  }));
}

/** `query`: what has been typed; lists without a search ignore it. */
export async function suggest(
  { host: { contract } }: Workspace,
  engines: WarmEngines,
  { kind, query }: { readonly kind: string; readonly query: string },
): Promise<OfferedRecord[]> {
  const endpoint = listOf(contract, kind);
  if (endpoint === undefined) throw new Refused(`No endpoint lists a ${kind} without another id.`);
  const { request, path } = endpoint;
  const body = {
    schemaVersion: contract.version,
    ...(request.query === undefined ? {} : { query }),
    ...(request.page === undefined ? {} : { page: 1 }),
    ...(request.limit === undefined ? {} : { limit: most }),
  };
  const result = await engines.run(path, body, 'rehearsal');
  if (!result.ok) throw new Refused(`${path} has findings that prevent the call: see the view Endpoints.`);
  const { outcome } = result.record;
  if (!outcome.ok) throw new Refused(`${path} failed: ${outcome.problem.message}`);
  return recordsIn(outcome.json, endpoint);
}
