/** The requests and the last answers of the session by endpoint. The views Try and Profile show the same ones. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { CallResult } from '../../../operations/protocol/call.ts';
import { operations } from '../../../operations/protocol/operations.ts';
import type { ShownEndpoint } from '../../../operations/protocol/project.ts';
import { call, listen } from '../api.ts';
import { type FormValues, firstValues, formValues, requestJson } from './request-form.ts';
import { prettyJson } from './try/json-text.ts';

export type Result = CallResult | { readonly kind: 'failed'; readonly error: string };

export interface EndedCall {
  /** When it was started, in milliseconds since the epoch. */
  readonly at: number;
  /** The request, as JSON. */
  readonly body: string;
  readonly result: Result;
}

export interface EndpointCalls {
  readonly values: FormValues;
  /** The request as JSON, where it is written so; undefined: `values` count. */
  readonly raw: string | undefined;
  readonly isRunning: boolean;
  /** The newest first. */
  readonly history: readonly EndedCall[];
}

export interface CallsState {
  get(endpoint: ShownEndpoint): EndpointCalls;
  change(endpoint: ShownEndpoint, part: Partial<Pick<EndpointCalls, 'values' | 'raw'>>): void;
  /** Whether calls run over the rows of the fixture instead of the ERP. */
  readonly isOverFixture: boolean;
  setOverFixture(isOverFixture: boolean): void;
  /** Whether sources are being opened: the first call waits for them. */
  readonly isOpening: boolean;
  /** Calls with the current request. `write`: changes the ERP, otherwise a write is rehearsed. */
  run(endpoint: ShownEndpoint, write?: boolean): Promise<void>;
}

type FormPart = Pick<EndpointCalls, 'values' | 'raw'>;

/** Ended calls that are kept of each endpoint; the studio itself keeps the last ten calls for cases. */
const mostEnded = 10;

/** The request of an endpoint as JSON. */
export const requestOf = ({ fields }: ShownEndpoint, { values, raw }: Pick<EndpointCalls, 'values' | 'raw'>): string =>
  raw ?? requestJson(fields, values);

/** A request as the part of the state that shows it: as a form if that can show it, otherwise as JSON. */
export function shownRequest({ fields }: ShownEndpoint, json: string): Pick<EndpointCalls, 'raw'> | FormPart {
  const values = formValues(fields, json);
  return values === undefined ? { raw: prettyJson(json) } : { values, raw: undefined };
}

const firstCalls = ({ fields }: ShownEndpoint): EndpointCalls => ({
  values: firstValues(fields),
  raw: undefined,
  isRunning: false,
  history: [],
});

/** `onCalled` is called after each call. */
export function useCalls(onCalled: () => void): CallsState {
  const [all, setAll] = useState<ReadonlyMap<string, EndpointCalls>>(new Map());
  /** The state that is not rendered yet, too. */
  const latest = useRef(all);
  const [isOverFixture, setOverFixture] = useState(false);
  const overFixture = useRef(isOverFixture);
  overFixture.current = isOverFixture;
  const [isOpening, setOpening] = useState(false);
  useEffect(() => listen((event) => event.kind === 'sources' && setOpening(event.isOpening)), []);
  const ended = useRef(onCalled);
  ended.current = onCalled;
  const latestOf = useCallback(
    (endpoint: ShownEndpoint): EndpointCalls => latest.current.get(endpoint.path) ?? firstCalls(endpoint),
    [],
  );
  const set = useCallback(
    (endpoint: ShownEndpoint, part: Partial<EndpointCalls>): void => {
      latest.current = new Map(latest.current).set(endpoint.path, { ...latestOf(endpoint), ...part });
      setAll(latest.current);
    },
    [latestOf],
  );
  const run = useCallback(
    async (endpoint: ShownEndpoint, write = false): Promise<void> => {
      const body = requestOf(endpoint, latestOf(endpoint));
      const at = Date.now();
      set(endpoint, { isRunning: true });
      const result = await call(operations.call, {
        ...{ endpoint: endpoint.path, body },
        ...(write ? { write } : {}),
        ...(overFixture.current && !write ? { fixture: true } : {}),
      }).catch((error: unknown): Result => {
        return { kind: 'failed', error: error instanceof Error ? error.message : String(error) };
      });
      const history = [{ at, body, result }, ...latestOf(endpoint).history].slice(0, mostEnded);
      set(endpoint, { isRunning: false, history });
      ended.current();
    },
    [latestOf, set],
  );
  return {
    get: (endpoint) => all.get(endpoint.path) ?? firstCalls(endpoint),
    change: set,
    ...{ isOverFixture, setOverFixture, isOpening, run },
  };
}
