/** What every check works with: the service, requests that must be answered or refused, and the ERP behind it. */
import type { Declared } from '../../../engine/index.ts';
import type { AnswerOf, Path } from '../../contract/types.ts';
import { type Answer, type Caller, type CallOptions, createCaller, type Exchange } from '../validation/caller.ts';
import { endpointAt } from '../validation/endpoint.ts';
import { refusedFields } from '../validation/errors.ts';
import { bodyOf, validate } from '../validation/validate.ts';
import { type Found, finder } from './discovered-data.ts';
import type { ErpHand } from './erp-changes.ts';
import type { Stage } from './service-under-test.ts';
import { demand, fail, notApplicable, shownValue } from './verdict.ts';

export type Body = Readonly<Record<string, unknown>>;

export interface Bench {
  readonly stage: Stage;
  readonly declared: Declared;
  readonly erp: ErpHand;
  readonly found: Found;
  /** The article of the connection test. */
  readonly demoSku: string;
  /** The last requests and their answers. */
  readonly exchanges: readonly Exchange[];
  forget(): void;
  /** A document number that nothing had before. */
  fresh(prefix: string): string;
  /** Sends a text as it stands; whatever is answered is judged against the contract by the caller alone. */
  send(path: string, text: string, options?: CallOptions): Promise<Answer>;
  /** Sends fields, `schemaVersion` added. The answer, whichever it is, holds to the contract. */
  post(path: Path, fields: Body): Promise<Answer>;
  /** Sends what must be answered with 200. */
  ask<P extends Path>(path: P, fields: Body): Promise<AnswerOf<P>>;
  /** Sends what must be refused with 422; gives the fields at fault. */
  refuse(path: Path, fields: Body): Promise<readonly string[]>;
  restart(): Promise<void>;
}

/** Exchanges that are kept for the report of a check that fails. */
const kept = 20;

export interface BenchInput {
  readonly stage: Stage;
  readonly declared: Declared;
  readonly erp: ErpHand;
  readonly demoSku: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export function createBench({ stage, declared, erp, demoSku, now }: BenchInput): Bench {
  const exchanges: Exchange[] = [];
  const callerOf = (): Caller =>
    createCaller({
      baseUrl: stage.baseUrl(),
      keys: { ordering: stage.keys.ordering, receivables: stage.keys.receivables },
    });
  let caller = callerOf();
  const run = now().toString(36).toUpperCase();
  let numbers = 0;

  function answered(exchange: Exchange): Answer {
    exchanges.push(exchange);
    if (exchanges.length > kept) exchanges.shift();
    const { reply, sent } = exchange;
    return reply.kind === 'answer' ? reply : fail(`${sent.path} was not answered: ${reply.reason}`);
  }

  async function post(path: Path, fields: Body): Promise<Answer> {
    const answer = answered(await caller.post(path, fields));
    if (answer.status === 501) notApplicable(`the profile does not provide ${path}`);
    const [first, ...more] = validate(path, fields, answer);
    if (first !== undefined) {
      const others = more.length > 0 ? ` (and ${more.length} more)` : '';
      fail(`${path} breaks the contract (${first.clause}): ${first.path} ${first.message}${others}`);
    }
    return answer;
  }

  async function ask<P extends Path>(path: P, fields: Body): Promise<AnswerOf<P>> {
    const answer = await post(path, fields);
    const body = bodyOf(path, answer);
    return body ?? fail(`${path} must answer ${shownValue(fields)} with 200, and answered ${answer.status}`);
  }

  const tools = {
    post,
    ask,
    fresh(prefix: string): string {
      numbers += 1;
      return `${prefix}${run}${numbers.toString(36).toUpperCase().padStart(2, '0')}`;
    },
  };
  return {
    ...tools,
    stage,
    declared,
    erp,
    demoSku,
    exchanges,
    found: finder(tools, declared, now),
    forget() {
      exchanges.length = 0;
      stage.forget();
    },
    send: async (path, text, options) => answered(await caller.send(path, text, options)),
    async refuse(path, fields) {
      const answer = await post(path, fields);
      demand(
        answer.status === 422,
        `${path} must refuse ${shownValue(fields)} with 422, and answered ${answer.status}`,
      );
      return refusedFields(answer);
    },
    async restart() {
      await stage.restart();
      caller = callerOf();
    },
  };
}

/** Whether the profile provides an endpoint, as far as it says itself. */
export function unprovided({ declared }: Bench, path: string): string | undefined {
  return declared.endpoints.get(path)?.unavailable ?? (endpointAt(path) === undefined ? 'no endpoint' : undefined);
}
