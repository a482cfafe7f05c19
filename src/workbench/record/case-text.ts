/** Writes recorded calls as cases. */
import { type Endpoint, type Outcome, parseBody } from '../../../engine/index.ts';
import type { DeclaredSource } from '../../../engine/tools/index.ts';
import { refusalOf } from '../../service/server/refusal.ts';
import { yamlText } from '../testing/yaml-text.ts';
import { answerMembers } from './mask-call.ts';
import type { ReplayedExchange } from './replaying-erp.ts';
import type { RecordingTarget } from './target.ts';

type Members = Readonly<Record<string, unknown>>;

/** A call of the replay. All its values are replaced ones. */
export interface ReplayedCall {
  readonly endpoint: Endpoint;
  readonly request: Members;
  readonly outcome: Outcome;
  readonly exchanges: readonly ReplayedExchange[];
  /** What a case of it shows; undefined: its request. */
  readonly shows?: string | undefined;
}

export interface CaseFileInput {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly settings: Readonly<Record<string, string>>;
  readonly facts: ReadonlyMap<string, boolean>;
  readonly calls: readonly ReplayedCall[];
  readonly sources: readonly DeclaredSource[];
  /** Base addresses by source. */
  readonly bases: ReadonlyMap<string, string>;
  readonly writtenBy: RecordingTarget['writtenBy'];
  /** The name of the fixture beside the file; undefined: that of the profile. */
  readonly fixture: string | undefined;
  /** The calls ran over the fixture of the profile: nothing in them is real, and nothing was replaced. */
  readonly isOverFixture?: boolean;
  /** The title of the first case; undefined: titles are made from the requests. */
  readonly title: string | undefined;
}

function queryOf(url: URL, ignored: ReadonlySet<string>): Members {
  const names = [...new Set(url.searchParams.keys())].filter((name) => !ignored.has(name));
  return Object.fromEntries(
    names.map((name) => {
      const all = url.searchParams.getAll(name);
      return [name, all.length === 1 ? all[0] : all];
    }),
  );
}

function requestBody(body: string, type: string): Members {
  if (body === '') return {};
  if (type.includes('x-www-form-urlencoded')) {
    const form = new URLSearchParams(body);
    return { form: Object.fromEntries([...new Set(form.keys())].map((name) => [name, form.get(name) ?? ''])) };
  }
  const parsed = parseBody(body);
  return parsed.ok ? { json: parsed.body } : { text: body };
}

function answerOf({ status, headers, body }: NonNullable<ReplayedExchange['answer']>): Members {
  const { 'content-type': type = '', ...others } = headers;
  const parsed = type.includes('json') ? parseBody(body) : undefined;
  const headersToWrite = parsed?.ok === true ? others : headers;
  return {
    ...(status === 200 ? {} : { status }),
    ...(Object.keys(headersToWrite).length === 0 ? {} : { headers: headersToWrite }),
    ...(parsed?.ok === true ? { json: parsed.body } : body === '' ? {} : { text: body }),
  };
}

function exchangeOf(exchange: ReplayedExchange, index: number, { sources, bases }: CaseFileInput): Members | undefined {
  const { source, method, url, headers, body, answer } = exchange;
  if (answer === undefined) return undefined;
  const http = sources.filter((one) => one.kind === 'http');
  const declared = http.find(({ name }) => name === source);
  const base = new URL(bases.get(source) ?? url.origin);
  const below = base.pathname.replace(/\/+$/, '');
  const isBelow = url.pathname.startsWith(`${below}/`) || below === '';
  const path = url.pathname.slice(isBelow ? below.length : 0);
  const target = isBelow ? path : base.origin + path;
  const params = queryOf(url, declared?.authParams ?? new Set());
  return {
    ...(http.length > 1 ? { use: source } : {}),
    [method.toLowerCase()]: target,
    ...(Object.keys(params).length === 0 ? {} : { params }),
    ...requestBody(body, headers['content-type'] ?? ''),
    // Requests for the rows of one answer are sent at the same time.
    ...(index > 0 ? { atOnce: true } : {}),
    answer: answerOf(answer),
  };
}

/** The expected answer, or the refusal with the rules that fields break. */
function expected(outcome: Outcome): Members {
  if (outcome.ok) return { response: answerMembers(outcome.json) };
  const { status, fields = [] } = refusalOf(outcome.problem);
  // A refusal of the ERP without a field names none.
  const named = fields.filter(({ field }) => field !== '').slice(0, 20);
  const rules = Object.fromEntries(named.map(({ field, rule }) => [field, rule]));
  return { error: { status, ...(named.length === 0 ? {} : { fields: rules }) } };
}

/** Characters of a file of cases, after which another one begins: an editor and the YAML parser have limits. */
const mostCharacters = 1_000_000;

/** The path of the file of a number from 0: `recorded-2.yaml` is the second one. */
const numbered = (path: string, index: number): string =>
  index === 0 ? path : path.replace(/\.yaml$/, `-${index + 1}.yaml`);

/** What is above the cases of a file. */
function headOf({ now, settings, facts, writtenBy, fixture, isOverFixture = false }: CaseFileInput): string {
  const origin = isOverFixture
    ? 'what the profile answered over its fixture.'
    : 'what the ERP answered. Names, addresses, account numbers and texts are replaced by invented ones.';
  const head = `# Written by \`${writtenBy}\`: ${origin}\n`;
  const members = {
    now: new Date(now).toISOString(),
    ...(Object.keys(settings).length === 0 ? {} : { settings }),
    ...(facts.size === 0 ? {} : { facts: Object.fromEntries(facts) }),
    ...(fixture === undefined ? {} : { fixture }),
  };
  return `${head}${yamlText(members)}cases:\n`;
}

function caseOf(
  { endpoint, request, outcome, exchanges, shows }: ReplayedCall,
  index: number,
  input: CaseFileInput,
): string {
  const given = Object.keys(request).join(', ');
  const http = exchanges.flatMap((exchange, place) => exchangeOf(exchange, place, input) ?? []);
  const one = {
    case:
      (index === 0 ? input.title : undefined) ??
      shows ??
      `recorded call ${index + 1} of ${endpoint.path}${given === '' ? '' : ` with ${given}`}`,
    call: endpoint.path,
    ...(given === '' ? {} : { request }),
    ...(http.length === 0 ? {} : { http }),
    ...expected(outcome),
  };
  return yamlText({ cases: [one] }).replace('cases:\n', '');
}

/** A file with all cases. */
export const caseText = (input: CaseFileInput): string =>
  headOf(input) + input.calls.map((call, index) => caseOf(call, index, input)).join('');

/** The files of cases by path, in the order of the calls. `first`: the path of the first one. */
export function caseFiles(input: CaseFileInput, first: string): ReadonlyMap<string, string> {
  const head = headOf(input);
  const texts: string[] = [];
  for (const [index, call] of input.calls.entries()) {
    const text = caseOf(call, index, input);
    const last = texts.at(-1);
    // A later page continues after the one before it, which must have run in the same file.
    const isFull = !(Number(call.request.page) > 1) && (last?.length ?? 0) + text.length > mostCharacters;
    if (last === undefined || isFull) texts.push(head + text);
    else texts[texts.length - 1] = last + text;
  }
  return new Map(texts.map((text, index) => [numbered(first, index), text]));
}
