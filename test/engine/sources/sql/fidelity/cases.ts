/** Single values and lookups, each as a separate endpoint, through a whole engine with a database. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renderText } from '../../../../../engine/diagnostics/render.ts';
import { type Contract, type Endpoint, type Field, openEngine, parseBody } from '../../../../../engine/index.ts';
import type { DialectName } from '../../../../support/kinds.ts';
import type { ConnectionKeys } from './profile.ts';

/** What is asked: the SQL of a read, what it may be asked with, and the type of its column `value`. */
export interface Question {
  readonly query: string;
  readonly type: Exclude<Field['type'], 'list'>;
  /** The read searches its column `value` for the text; else `:text` is an id in its SQL. */
  readonly search?: boolean;
  /** `codes` of the column `value`. */
  readonly codes?: Readonly<Record<string, boolean>>;
}

export interface Asked {
  /** The JSON of the values, or the kind of problem and what the log says of it. */
  ask(number: number, text?: string): Promise<string>;
  close(): Promise<void>;
}

export interface Home {
  readonly dialect: DialectName;
  readonly connection: ConnectionKeys;
  readonly absent?: readonly string[];
}

const given = { description: 'Asked with.', required: false } as const;

function fieldOf(type: Question['type']): Field {
  const base = { description: 'Asked for.', required: false } as const;
  return type === 'id' ? { ...base, type, idKind: 'invoice' } : { ...base, type };
}

function endpointOf({ type, search }: Question, number: number): Endpoint {
  const text: Field =
    search === true
      ? { type: 'text', ...given, default: '' }
      : { type: 'id', idKind: 'product', ...given, required: true };
  const row = {
    sale: { type: 'id', idKind: 'sale', description: 'A row.', required: true },
    value: fieldOf(type),
  } as const;
  return {
    path: `/question/${number}`,
    app: 'both',
    title: 'A question',
    description: 'A question.',
    request: { text },
    answer: {
      kind: 'rows',
      property: 'rows',
      row,
      id: 'sale',
      paged: false,
      brokenRow: 'fail',
      ...(search ? { name: 'value' } : {}),
    },
    mustExist: [],
  };
}

function profileOf(questions: readonly Question[], { dialect, connection, absent = [] }: Home): string {
  const reads = questions.map(({ query, search, codes }, number) => [
    `/question/${number}`,
    {
      query,
      ...(search === true ? { search: { text: 'text', in: ['value'] } } : {}),
      ...(codes === undefined ? {} : { codes: { value: codes } }),
    },
  ]);
  return JSON.stringify({
    profile: 'questions',
    title: 'Questions',
    contract: '1',
    sources: { erp: { sql: dialect, connection, clock: 'Europe/Berlin', absent } },
    endpoints: Object.fromEntries(reads),
  });
}

/** Opens an engine that answers the questions. Rejects with the diagnostics where one is refused. */
export async function openQuestions(questions: readonly Question[], home: Home): Promise<Asked> {
  const folder = mkdtempSync(join(tmpdir(), 'engine-questions-'));
  const profileFile = join(folder, 'profile.yaml');
  writeFileSync(profileFile, profileOf(questions, home));
  const contract: Contract = { version: '1', endpoints: questions.map(endpointOf), currencies: new Map() };
  const opened = await openEngine({
    contract,
    profileFile,
    profileName: 'questions',
    environment: {},
    installation: 'test',
    emit: () => undefined,
  });
  const diagnostics = opened.ok ? await opened.engine.start() : opened.diagnostics;
  if (!opened.ok || diagnostics.some(({ severity }) => severity === 'error')) {
    throw new Error(renderText(diagnostics, opened.sources, { color: false }));
  }
  const { engine } = opened;
  return {
    async ask(number, text = 'x') {
      const parsed = parseBody(JSON.stringify({ schemaVersion: '1', text }));
      const call = { requestId: 'r', deadline: Date.now() + 10_000 };
      const outcome = await engine.call(`/question/${number}`, parsed.ok && parsed.body, call);
      if (!outcome.ok) return `${outcome.problem.kind}: ${outcome.cause?.message ?? ''}`;
      const rows = /^\{"schemaVersion":"1","rows":\[(.*)\]\}$/s.exec(outcome.json)?.[1] ?? outcome.json;
      return rows.replaceAll(/\{"sale":"[^"]*",?(?:"value":)?/g, '').replaceAll('}', '');
    },
    async close() {
      await engine.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
