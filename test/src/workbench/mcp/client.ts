/** The client of the official library over a server in this process, or over the real program. */
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import SqliteDatabase from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { runCli } from '../../../../src/cli/program.ts';
import { compileCache } from '../../../support/compile-cache.ts';
import { testHost } from '../../service/state/host.ts';

export const root = join(import.meta.dirname, '../../../..');

export interface Result {
  /** All that is sent: the texts of the answer, then its structured content as JSON. */
  readonly text: string;
  /** The structured content; empty for a failed answer. */
  readonly value: Readonly<Record<string, unknown>>;
  /** The text between the marks; empty if there is none. */
  readonly data: string;
  readonly failed: boolean;
}

export interface Assistant {
  readonly client: Client;
  /** Calls a tool. */
  use(name: string, given?: Readonly<Record<string, unknown>>): Promise<Result>;
}

function resultOf({ content, structuredContent, isError }: Awaited<ReturnType<Client['callTool']>>): Result {
  const texts = content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
  const [, data = ''] = /<data-[\da-f]{12}>\n([\s\S]*)\n<\/data-[\da-f]{12}>$/.exec(texts) ?? [];
  const value = z.record(z.string(), z.unknown()).parse(structuredContent ?? {});
  return { text: `${texts}\n${JSON.stringify(value)}`, value, data, failed: isError === true };
}

/** For a call: a busy machine needs minutes for the checks of the contract. */
const mostMs = 600_000;

/** The client validates structured content by the schemas of the tools that it has listed: a call with another one rejects. */
async function assistant(client: Client): Promise<Assistant> {
  onTestFinished(() => client.close());
  await client.listTools(undefined, { timeout: mostMs });
  return {
    client,
    use: async (name, given = {}) => resultOf(await client.callTool({ name, arguments: given }, { timeout: mostMs })),
  };
}

const createClient = (): Client => new Client({ name: 'a scripted client', version: '1' });

/** `engine mcp` with these words, in this process. `cwd`: the folder that it is started in. */
export async function assistantHere(
  cwd: string,
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Assistant> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const client = createClient();
  const served = runCli(['mcp', ...words], { ...testHost(cwd), env, packageRoot: root, streams: { input, output } });
  let rest = '';
  const transport: Parameters<Client['connect']>[0] = {
    async start() {
      output.setEncoding('utf8').on('data', (more: string) => {
        const lines = `${rest}${more}`.split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) transport.onmessage?.(JSON.parse(line));
      });
    },
    send: async (message) => void input.write(`${JSON.stringify(message)}\n`),
    async close() {
      input.end();
      await served;
      transport.onclose?.();
    },
  };
  await client.connect(transport, { timeout: mostMs });
  return assistant(client);
}

/** `engine mcp` with these words: the built program, as a client starts it. */
export async function assistantOf(cwd: string, words: readonly string[]): Promise<Assistant> {
  const client = createClient();
  const env = { PATH: process.env.PATH ?? '', TMPDIR: tmpdir(), NODE_COMPILE_CACHE: compileCache };
  const args = [join(root, 'dist/program/entry.js'), 'mcp', ...words];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, cwd, stderr: 'inherit' }), {
    timeout: mostMs,
  });
  return assistant(client);
}

/** Creates the database of the tutorial. */
export function createComptoir(file: string): void {
  const database = new SqliteDatabase(file);
  for (const script of ['schema', 'data'])
    database.exec(readFileSync(join(root, `examples/tutorial/${script}.sql`), 'utf8'));
  database.close();
}

/** Every row of every table. */
export function contentOf(file: string): Readonly<Record<string, unknown>> {
  const database = new SqliteDatabase(file, { readonly: true });
  const names = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all().map(String);
  const rows = names.map((name) => [name, database.prepare(`SELECT * FROM "${name}"`).all()] as const);
  database.close();
  return Object.fromEntries(rows);
}
