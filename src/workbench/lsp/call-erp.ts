/** Calls the ERP for an editor, so that completion knows the members of its answers. */
import { isMap } from '../../../engine/host/index.ts';
import { type Endpoint, readBases } from '../../../engine/index.ts';
import { answerExample, answerFields, loadCases, readDocument, verbs } from '../../../engine/tools/index.ts';
import { locateBase } from '../../service/config/locate-base.ts';
import type { Host } from '../../service/lifecycle/host.ts';
import {
  chosenService,
  loadVerbConfig,
  type ProfileInput,
  profileInput,
} from '../../service/lifecycle/load-profile.ts';
import { runOnce } from '../../service/lifecycle/run-once.ts';
import { refusalOf } from '../../service/server/refusal.ts';
import type { KnownExchange } from '../language/index.ts';
import { ranExchanges } from './ran-exchanges.ts';
import { caseFiles } from './test-results.ts';

/** What is called. */
export interface GivenCall {
  /** Absolute path of the profile. */
  readonly file: string;
  /** The profile as the editor has it. */
  readonly text: string;
  /** The profile and its bases, whose cases have requests. */
  readonly files: readonly string[];
  readonly endpoint: string;
}

export interface ErpCalls {
  /** Runs an endpoint that reads, and keeps the exchanges. Resolves to the result as a sentence. */
  call(given: GivenCall): Promise<{ readonly isAnswered: boolean; readonly message: string }>;
  /** The exchanges of the last calls of a profile, those of the newest call first. */
  exchanges(profile: string): readonly KnownExchange[];
}

/** Rows that are asked for: few show all members. */
const askedRows = 5;
/** Calls of a profile that are kept. */
const mostCalls = 10;

/** The request: few rows, and what is required as in the first case of the endpoint. Undefined if something required is not known. */
function requestFor(
  { path, request }: Endpoint,
  { contract }: Host,
  files: readonly string[],
): Readonly<Record<string, unknown>> | undefined {
  const few = Object.hasOwn(request, 'limit') ? { limit: askedRows } : {};
  const isComplete = (given: Readonly<Record<string, unknown>>): boolean =>
    Object.entries(request).every(([name, { required }]) => !required || given[name] !== undefined);
  if (isComplete({})) return few;
  for (const { file, text } of caseFiles(files)) {
    const cases = loadCases(text, file, contract, undefined).loaded?.cases ?? [];
    const given = cases.find((one) => one.call === path && isMap(one.request) && isComplete(one.request))?.request;
    if (isMap(given)) return { ...given, ...few };
  }
  return undefined;
}

/**
 * The profile with the endpoint reduced to its request and to constants as its fields, for an endpoint that is still being written. Undefined where it has no request.
 */
async function requestAlone({ file, text, endpoint }: GivenCall, host: Host): Promise<string | undefined> {
  const { document } = readDocument(text, file, await readBases(text, file, file, locateBase(host)));
  if (document === undefined || !isMap(document.value)) return undefined;
  const { extends: _base, facts: _facts, ids: _ids, endpoints, ...rest } = document.value;
  const spec = isMap(endpoints) ? endpoints[endpoint] : undefined;
  const contractEndpoint = host.contract.endpoints.find(({ path }) => path === endpoint);
  if (!isMap(spec) || contractEndpoint === undefined) return undefined;
  const kept = ['use', ...verbs, 'params', 'headers', 'json', 'form', 'xml', 'page', 'since'].filter(
    (key) => spec[key] !== undefined,
  );
  if (!kept.some((key) => verbs.some((verb) => verb === key))) return undefined;
  const answer = answerExample(host.contract, contractEndpoint);
  const row = Object.values(answer).find((member) => Array.isArray(member));
  const example: unknown = Array.isArray(row) ? row[0] : answer;
  const names = Object.keys(answerFields(contractEndpoint));
  const constants = names.flatMap((name) => {
    const value = isMap(example) ? example[name] : undefined;
    return value === undefined ? [] : [[name, JSON.stringify(value)] as const];
  });
  const reduced = { ...Object.fromEntries(kept.map((key) => [key, spec[key]])), fields: Object.fromEntries(constants) };
  return JSON.stringify({ ...rest, endpoints: { [endpoint]: reduced } });
}

const counted = (count: number): string => (count === 1 ? '1 answer' : `${count} answers`);

/** `hostAt`: the host in the folder of a profile; `service`: that of the settings. */
export function erpCalls(hostAt: (profile: string) => Host, service: string | undefined): ErpCalls {
  /** By profile; the newest call comes last. */
  const calls = new Map<string, (readonly KnownExchange[])[]>();

  async function run(profile: ProfileInput, given: GivenCall, endpoint: Endpoint) {
    const host = hostAt(given.file);
    const chosen = chosenService(loadVerbConfig(host, { profile: given.file, service }));
    const request = requestFor(endpoint, host, given.files);
    if (!chosen.ok || request === undefined) return undefined;
    const body = { schemaVersion: host.contract.version, ...request };
    // A rehearsal sends nothing that changes the ERP.
    return runOnce({
      ...{ host, endpoint, body, profile, config: chosen.config },
      rehearsal: { compare: [], procedures: false },
    });
  }

  return {
    exchanges: (profile) => (calls.get(profile) ?? []).toReversed().flat(),
    async call(given) {
      const { file, text, endpoint: path } = given;
      const host = hostAt(file);
      const endpoint = host.contract.endpoints.find((one) => one.path === path);
      const isRead = endpoint !== undefined && endpoint.answer.kind !== 'write' && endpoint.answer.kind !== 'service';
      if (!isRead) return { isAnswered: false, message: `${path} is no endpoint that reads.` };
      const chosen = chosenService(loadVerbConfig(host, { profile: file, service }));
      if (!chosen.ok) return { isAnswered: false, message: chosen.diagnostics.map(({ message }) => message).join(' ') };
      const profile = { ...profileInput(host, chosen.config, file), profileText: text };
      const whole = await run(profile, given, endpoint);
      if (whole === undefined) {
        const names = Object.entries(endpoint.request).flatMap(([name, { required }]) => (required ? [name] : []));
        const message = `The request needs ${names.join(', ')}: write a case of ${path}. The call uses its request.`;
        return { isAnswered: false, message };
      }
      const alone = whole.ok ? undefined : await requestAlone(given, host);
      const result =
        alone === undefined ? whole : ((await run({ ...profile, profileText: alone }, given, endpoint)) ?? whole);
      if (!result.ok) {
        const reasons = (whole.ok ? result : whole).diagnostics.map(({ code, message }) => `${code} ${message}`);
        return { isAnswered: false, message: `${path} cannot be called: ${reasons.join('\n')}` };
      }
      const exchanges = ranExchanges(path, result.record);
      const answers = exchanges.filter(({ answer }) => answer !== undefined);
      calls.set(file, [...(calls.get(file) ?? []), exchanges].slice(-mostCalls));
      if (answers.length > 0)
        return { isAnswered: true, message: `${counted(answers.length)} of the ERP: completion knows the members.` };
      const { outcome } = result.record;
      const reason = outcome.ok ? 'It sends no request over HTTP.' : refusalOf(outcome.problem).message;
      return { isAnswered: false, message: `${path} has no answer: ${reason}` };
    },
  };
}
