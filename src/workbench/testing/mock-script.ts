/** Matches the requests that mock ERPs receive with the expected exchanges of one case. */
import {
  type AuthRequest,
  acceptsBody,
  type DeclaredSource,
  type Difference,
  type Exchange,
  exchangeUrl,
  isAddressed,
  requestDifferences,
  type SentRequest,
} from '../../../engine/tools/index.ts';

type Reaction = Exchange['reaction'];

/** A received request or a refused connection, with the reaction of the mock ERP. */
export interface RecordedRequest {
  readonly source: string;
  /** Undefined if the connection was refused. */
  readonly sent: SentRequest | undefined;
  readonly reaction: Reaction;
}

interface Script {
  /** In the order of arrival. */
  readonly recorded: readonly RecordedRequest[];
  setBase(source: string, url: string): void;
  baseOf(source: string): string;
  /** Whether an exchange has this method, address and body, whatever its headers. Without a `body` any is accepted. */
  answers(source: string, request: AuthRequest): boolean;
  /** Called for each connection, which is refused if the next exchange requires it. */
  connection(source: string): 'made' | 'refused';
  /** Takes the best matching exchange, and returns its reaction. */
  request(source: string, sent: SentRequest): Reaction;
  /** All differences in the order of the exchanges; unexpected requests come last. */
  differences(): readonly Difference[];
}

interface Entry {
  readonly exchange: Exchange;
  readonly at: string;
  used: boolean;
  differences: readonly Difference[];
}

const unexpected: Reaction = {
  kind: 'answer',
  // A status that is never retried.
  status: 501,
  headers: { 'content-type': 'application/json' },
  body: '{"error":"The case does not expect this request."}',
};

const named = (method: string, url: URL): string => `${method} ${url.pathname}${url.search}`;

/** The script of one case. More than 80 lines, because all of its functions share the exchanges and their state. */
export function createScript(
  exchanges: readonly Exchange[],
  sources: readonly Extract<DeclaredSource, { readonly kind: 'http' }>[],
): Script {
  const only = sources[0]?.name ?? '';
  const entries = exchanges.map(
    (exchange, index): Entry => ({ exchange, at: `http[${index}]`, used: false, differences: [] }),
  );
  const bases = new Map<string, string>();
  const recorded: RecordedRequest[] = [];
  const unexpectedRequests: Difference[] = [];
  const baseOf = (source: string): string => bases.get(source) ?? 'http://127.0.0.1';
  const sourceOf = ({ exchange }: Entry): string => exchange.use ?? only;
  const entryText = (entry: Entry): string =>
    named(entry.exchange.method, exchangeUrl(entry.exchange, baseOf(sourceOf(entry))));

  /**
   * The exchanges that may come next: the first unused one, or all unused ones of its group if the order within the
   * group is free (`atOnce`).
   */
  function nextEntries(): readonly Entry[] {
    const first = entries.findIndex(({ used }) => !used);
    if (first < 0) return [];
    const rest = entries.slice(first);
    const end = rest.findIndex(({ exchange }) => !exchange.atOnce);
    return (end === 0 ? rest.slice(0, 1) : rest.slice(0, end < 0 ? undefined : end)).filter(({ used }) => !used);
  }

  function matchRequest(source: string, sent: SentRequest): Reaction {
    const ignored = sources.find(({ name }) => name === source)?.authParams;
    const base = baseOf(source);
    const possible = nextEntries();
    const [best] = possible
      .filter((entry) => sourceOf(entry) === source && isAddressed(entry.exchange, base, sent))
      .map((entry) => ({ entry, differences: requestDifferences(entry.exchange, base, sent, entry.at, ignored) }))
      .sort((one, other) => one.differences.length - other.differences.length);
    if (best !== undefined) {
      best.entry.used = true;
      best.entry.differences = best.differences;
      return best.entry.exchange.reaction;
    }
    const [head] = possible;
    const where = sources.length > 1 ? `${source}: ` : '';
    const actual = `${where}${named(sent.method, sent.url)}`;
    if (head === undefined) unexpectedRequests.push({ at: 'http', expected: undefined, actual });
    else {
      head.used = true;
      const sourcePrefix = sources.length > 1 ? `${sourceOf(head)}: ` : '';
      head.differences = [{ at: head.at, expected: `${sourcePrefix}${entryText(head)}`, actual }];
    }
    return unexpected;
  }

  return {
    recorded,
    setBase: (source, url) => void bases.set(source, url),
    baseOf,
    answers(source, { method, url, body }) {
      const sent = { method, url: new URL(url), headers: {}, body: '' };
      const base = baseOf(source);
      return entries.some(
        (entry) =>
          sourceOf(entry) === source &&
          isAddressed(entry.exchange, base, sent) &&
          (body === undefined || acceptsBody(entry.exchange, body)),
      );
    },
    connection(source) {
      const [next] = nextEntries();
      if (next === undefined || sourceOf(next) !== source || next.exchange.reaction.kind !== 'refused') return 'made';
      next.used = true;
      recorded.push({ source, sent: undefined, reaction: next.exchange.reaction });
      return 'refused';
    },
    request(source, sent) {
      const reaction = matchRequest(source, sent);
      recorded.push({ source, sent, reaction });
      return reaction;
    },
    differences() {
      const missing = (entry: Entry): readonly Difference[] =>
        entry.used ? [] : [{ at: entry.at, expected: entryText(entry), actual: undefined }];
      return [...entries.flatMap((entry) => [...entry.differences, ...missing(entry)]), ...unexpectedRequests];
    },
  };
}
