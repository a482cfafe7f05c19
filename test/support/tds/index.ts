/** The TDS double, and a SQL Server source over it. */
import { openMssql } from '../../../engine/sources/sql/mssql/source.ts';
import type { Answer } from './answers.ts';
import type { Value } from './columns.ts';
import type { TdsRequest } from './requests.ts';
import { startTdsDouble, type TdsDouble, type TdsScript } from './server.ts';
import type { Column, Message } from './tokens.ts';

export { types } from './columns.ts';
export type { TdsRequest } from './requests.ts';

export const rows = (columns: readonly Column[], ...values: readonly (readonly Value[])[]): Answer => ({
  kind: 'results',
  results: [{ columns, rows: values }],
});
export const refuse = (...errors: readonly Message[]): Answer => ({ kind: 'error', errors });
export const hang: Answer = { kind: 'hang' };
export const drop: Answer = { kind: 'drop' };

/** True for the engine's own queries about a statement. */
export const isQuestion = ({ sql }: TdsRequest) => sql.startsWith('exec sys.sp_describe_');

export interface OpenDouble {
  readonly double: TdsDouble;
  readonly source: ReturnType<typeof openMssql>;
  /** Texts of the executed statements, without transactions and the engine's own queries. */
  statements(): readonly string[];
  end(): Promise<void>;
}

/** Starts a double and opens a source over it: two reading connections. */
export async function openDouble(script: TdsScript = {}): Promise<OpenDouble> {
  const double = await startTdsDouble(script);
  const { port } = double;
  const source = openMssql({
    server: '127.0.0.1',
    port,
    database: 'erp',
    user: 'engine',
    password: 'geheim%ß',
    encrypt: false,
    timeoutMs: 60_000,
    connections: 2,
  });
  return {
    double,
    source,
    statements: () =>
      double.heard
        .filter(({ request }) => request.kind === 'call' && !isQuestion(request))
        .map(({ request }) => request.sql),
    async end() {
      await source.close();
      await double.close();
    },
  };
}
