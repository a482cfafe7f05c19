/** The answers of an HTTP source to a profile's reads: the first page of each list that needs no ids. */

import { localDate, localDateTime } from '../../base/local-time.ts';
import type { Path, Place } from '../../base/place.ts';
import { visibleSettings } from '../../base/setting-values.ts';
import { compile, type ProfileInput } from '../../compile/compile.ts';
import { createContext } from '../../compile/context/context.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { EndpointPlan } from '../../plan/plan.ts';
import type { ExchangeBranch, ReadPlan } from '../../plan/read.ts';
import type { EndpointSpec } from '../../profile/schema/index.ts';
import { bodyOf } from '../../run/http/body.ts';
import { rowsIn } from '../../run/http/exchange.ts';
import { answerBindings, failureOf, judgeOf } from '../../run/http/judge-answer.ts';
import { firstPosition } from '../../run/http/pages.ts';
import type { WorkRow } from '../../shape/encode.ts';
import type { HttpSource } from '../../sources/http-source.ts';
import { type CallContext, SourceError } from '../../sources/source.ts';
import { databaseMessage, isUnreachable } from '../../start/statement-error.ts';
import { renderRequest } from '../../template/request.ts';
import { UnfitValue } from '../../template/value.ts';
import { type AnswerShape, answerShape } from './answer-shape.ts';

/** An HTTP read and its answer. */
export interface ReadAnswer {
  readonly source: string;
  /** `/debtors/list`, or `/invoices/list union 1` for an endpoint with several reads. */
  readonly name: string;
  /** Undefined if it had no rows or could not be requested. */
  readonly shape: AnswerShape | undefined;
  /** Whether the profile uses the member at a path. */
  readonly uses: (path: string) => boolean;
  /** The place in the profile that names a member, or the read. */
  readonly placeOf: (path?: string) => Place;
  readonly coordinate: string;
}

export interface AnswersRead {
  readonly answers: readonly ReadAnswer[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Requested rows, if a page has no fixed size. */
const someRows = 50;

/**
 * The rows of the first page, unconverted. Rejects with `SourceError`, or `UnfitValue` if there is nothing to
 * request.
 */
async function firstRows(
  branch: ExchangeBranch,
  request: Readonly<Record<string, unknown>>,
  source: HttpSource,
  { settings, now, call }: Asking,
): Promise<readonly WorkRow[]> {
  const { exchange, paging } = branch;
  const { at } = firstPosition(paging);
  const bindings = {
    settings: visibleSettings(settings),
    request,
    now: localDateTime(now, exchange.zone),
    today: localDate(now, exchange.zone),
    limit: Math.min(paging.size ?? someRows, someRows),
    words: [],
    ...(paging.kind === 'page' || paging.kind === 'offset' ? { [paging.kind]: at } : {}),
  };
  const rendered = await renderRequest(exchange.request, { input: request, bindings, settings });
  const { verdict, reply } = await source.send({ ...rendered, effect: 'read' }, judgeOf(exchange, bindings), call());
  switch (verdict.kind) {
    case 'ok':
      return rowsIn(exchange.rows, await bodyOf(reply), answerBindings(reply, bindings));
    case 'empty':
      return [];
    default:
      throw failureOf(verdict);
  }
}

interface Asking {
  /** By name, secrets as `Secret`. */
  readonly settings: ReadonlyMap<string, unknown>;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly call: () => CallContext;
}

/** Names that expressions over the rows contain; undefined if rows keep the names of the ERP. */
function wordsOf(processings: readonly ReadPlan['processing'][]): ReadonlySet<string> | undefined {
  const texts = processings.flatMap(({ fields, where, attach }) => [
    ...fields.map(([, expression]) => expression.text),
    ...(where === undefined ? [] : [where.text]),
    ...attach.flatMap(({ outer }) => outer.columns),
  ]);
  if (processings.every(({ fields }) => fields.length === 0)) return undefined;
  return new Set(
    texts
      .flatMap((text) => text.match(/`[^`]+`|[\p{L}_][\p{L}\p{N}_]*/gu) ?? [])
      .map((word) => word.replaceAll('`', '')),
  );
}

/** Where a read is in the profile, and where it names a member. */
function pathsOf(
  spec: EndpointSpec | undefined,
  at: Path,
  index: number,
): { readPath: Path; fields: readonly [Path, Readonly<Record<string, string>>][] } {
  const kind = spec?.first === undefined ? 'union' : 'first';
  const item = spec?.[kind]?.[index];
  const readPath = item === undefined ? at : [...at, kind, index];
  return {
    readPath,
    fields: [
      [[...readPath, 'fields'], item?.fields ?? {}],
      [[...at, 'fields'], spec?.fields ?? {}],
    ],
  };
}

/** Requests the first page of each read that needs no ids. Rejects with `SourceError` if an ERP is unreachable. */
export async function readAnswers(
  input: ProfileInput,
  factValues: ReadonlyMap<string, boolean>,
  sources: ReadonlyMap<string, HttpSource>,
  now: number,
  call: () => CallContext,
): Promise<AnswersRead> {
  const { plan, choice } = compile({ ...input, descriptions: new Map(), factValues });
  const diagnostics: Diagnostic[] = [];
  const context = createContext({ ...input, descriptions: new Map() }, choice, diagnostics);
  const asking: Asking = { settings: input.settings, now, call };
  const answers: ReadAnswer[] = [];

  async function ask(
    endpointPlan: EndpointPlan,
    read: ReadPlan,
    branch: ExchangeBranch,
    index: number,
    several: boolean,
  ): Promise<void> {
    const { path, answer } = endpointPlan.endpoint;
    const request = endpointPlan.request({ schemaVersion: input.contract.version });
    const source = sources.get(branch.exchange.source);
    if (source === undefined || !request.ok) return;
    const spec = context.profile.endpoints[path];
    const { readPath, fields } = pathsOf(spec, ['endpoints', path], index);
    const words = wordsOf([branch.processing, read.processing]);
    const memberNames = answer.kind === 'rows' ? Object.keys(answer.row) : [];
    const uses = (member: string): boolean =>
      words === undefined
        ? memberNames.includes(member.split('.')[0] ?? '')
        : member.split('.').every((word) => words.has(word));
    const placeOf = (member?: string): Place => {
      const word = member?.split('.').at(-1) ?? '';
      const named = fields.flatMap(([at, texts]) =>
        Object.entries(texts).flatMap(([name, text]) =>
          text.split(/[^\p{L}\p{N}_]+/u).includes(word) ? [[...at, name]] : [],
        ),
      );
      return context.placeOf({ path: named[0] ?? readPath, key: named[0] === undefined });
    };
    const name = several ? `${path} ${read.rows.kind} ${index + 1}` : path;
    const common = { source: branch.exchange.source, name, uses, placeOf, coordinate: path };
    try {
      const rows = await firstRows(branch, request.value, source, asking);
      answers.push({ ...common, shape: rows.length === 0 ? undefined : answerShape(rows) });
    } catch (error) {
      if (isUnreachable(error) || !(error instanceof SourceError || error instanceof UnfitValue)) throw error;
      answers.push({ ...common, shape: undefined });
      if (error instanceof UnfitValue) return;
      const message = `The ERP's answer to this read is unknown: ${databaseMessage(error.message)}`;
      const hint = 'Changes of the ERP there go unnoticed until it answers again.';
      context.report('DRF710', { path: readPath, key: true, severity: 'warning', message, hint });
    }
  }

  for (const endpointPlan of plan.values()) {
    if (endpointPlan.work.kind !== 'read' || endpointPlan.work.read.rows.kind === 'expression') continue;
    const { read } = endpointPlan.work;
    const { branches } = endpointPlan.work.read.rows;
    for (const [index, branch] of branches.entries()) {
      if (branch.kind === 'exchange') await ask(endpointPlan, read, branch, index, branches.length > 1);
    }
  }
  return { answers, diagnostics };
}
