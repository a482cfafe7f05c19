/**
 * An ERP with two tables behind the TDS double, for writes with transactions: orders and their lines, and the
 * engine's claims. It recognises statements by their beginning.
 */
import type { Answer } from './answers.ts';
import { types } from './columns.ts';
import type { TdsRequest } from './requests.ts';
import type { SessionView } from './server.ts';

type Parameters = readonly unknown[];

interface Claim {
  readonly id: string;
  readonly installation: string;
  readonly endpoint: string;
  readonly naturalKey: string;
  readonly payload: string;
  readonly createdAt: string;
  result: string | null;
}

interface Order {
  readonly id: number;
  readonly ref: string;
  readonly lines: string[];
}

/** The changes of a transaction, or the committed data. */
interface Contents {
  readonly claims: Map<string, Claim>;
  readonly orders: Order[];
}

const text = types.nvarchar(200);
const claimColumns = [
  'id',
  'installation',
  'endpoint',
  'natural_key',
  'payload',
  'result',
  'free_since',
  'released',
  'created_at',
];
const nothing: Answer = { kind: 'results', results: [] };
const table = (columns: readonly string[], ...rows: readonly (readonly (string | null)[])[]): Answer => ({
  kind: 'results',
  results: [{ columns: columns.map((name) => ({ name, type: text })), rows }],
});
/** The row count that the engine requests after a changing statement, preceded by the rows of an OUTPUT clause. */
const changed = (count: number, output?: { readonly name: string; readonly value: number }): Answer => ({
  kind: 'results',
  results: [
    ...(output ? [{ columns: [{ name: output.name, type: types.int }], rows: [[output.value]] }] : []),
    { columns: [{ name: 'engine_affected', type: types.int }], rows: [[count]] },
  ],
});

export interface Orders {
  /** Committed orders with the reference. */
  orders(ref: string): readonly Order[];
  /** Executes a request and returns its answer; undefined for requests that the double answers itself. */
  run(request: TdsRequest, session: SessionView): Answer | undefined;
}

export function createOrders(): Orders {
  const committed: Contents = { claims: new Map(), orders: [] };
  const open = new Map<number, Contents>();
  let last = 80_000;

  function seen(session: SessionView): Contents {
    const uncommitted = open.get(session.number) ?? { claims: new Map(), orders: [] };
    return {
      claims: new Map([...committed.claims, ...uncommitted.claims]),
      orders: [...committed.orders, ...uncommitted.orders],
    };
  }

  function execute(sql: string, values: Parameters, session: SessionView): Answer {
    const uncommitted = open.get(session.number);
    const [first, second] = values.map(String);
    if (sql.includes('object_id(')) return table(['found'], ['1']);
    if (sql.includes('insert into [engine_claims]')) {
      const [, id = '', installation = '', endpoint = '', naturalKey = '', payload = '', createdAt = ''] =
        values.map(String);
      if (seen(session).claims.has(id)) return changed(0);
      uncommitted?.claims.set(id, { id, installation, endpoint, naturalKey, payload, createdAt, result: null });
      return changed(1);
    }
    if (/^select .* from \[engine_claims\]/.test(sql)) {
      const claim = seen(session).claims.get(first ?? '');
      const row = claim && [
        claim.id,
        claim.installation,
        claim.endpoint,
        claim.naturalKey,
        claim.payload,
        claim.result,
        null,
        null,
        claim.createdAt,
      ];
      return table(
        ['id', 'installation', 'endpoint', 'naturalKey', 'payload', 'result', 'freeSince', 'released', 'createdAt'],
        ...(row ? [row] : []),
      );
    }
    if (sql.startsWith('update [engine_claims]')) {
      const claim = uncommitted?.claims.get(second ?? '');
      if (claim) claim.result = first ?? null;
      return changed(claim ? 1 : 0);
    }
    if (sql.startsWith('SELECT o.id AS saleId')) {
      const ordersWithRef = seen(session).orders.filter(({ ref }) => ref === first);
      return table(
        ['saleId', 'receivedAt', 'key'],
        ...ordersWithRef.map(({ id, ref }) => [`${id}`, '2026-01-02 03:04:05', ref]),
      );
    }
    if (sql.startsWith('INSERT INTO orders')) {
      last += 1;
      uncommitted?.orders.push({ id: last, ref: first ?? '', lines: [] });
      return changed(1, { name: 'id', value: last });
    }
    if (sql.startsWith('INSERT INTO order_line')) {
      uncommitted?.orders.find(({ id }) => id === Number(first))?.lines.push(second ?? '');
      return changed(1);
    }
    return nothing;
  }

  function describe(statement: string): Answer {
    if (statement.includes('[engine_claims]')) return table(['name'], ...claimColumns.map((name) => [name]));
    const aliases = [...statement.matchAll(/\bAS "?(\w+)"?/g)].map(([, name]) => [name ?? '']);
    return table(['name'], ...aliases);
  }

  return {
    orders: (ref) => committed.orders.filter((order) => order.ref === ref),
    run(request, session) {
      const { sql } = request;
      if (request.kind === 'call') {
        const values = request.parameters.map(({ value }) => value);
        if (sql.includes('sp_describe_first_result_set')) return describe(String(values[0]));
        return sql.includes('sp_describe_') ? nothing : execute(sql, values, session);
      }
      if (/^begin transaction/m.test(sql)) open.set(session.number, { claims: new Map(), orders: [] });
      const uncommitted = open.get(session.number);
      if (/^commit transaction/m.test(sql) && uncommitted) {
        for (const [id, claim] of uncommitted.claims) committed.claims.set(id, claim);
        committed.orders.push(...uncommitted.orders);
      }
      if (/^commit transaction|rollback transaction/m.test(sql)) open.delete(session.number);
      return undefined;
    },
  };
}
