/** Editor snippets (`defaultSnippets`) for keys whose structure is not obvious. Bodies contain YAML text with cursor placeholders. */

import type { DatabaseKind } from '../../sources/sql/kind.ts';

interface Snippet {
  readonly label: string;
  readonly description: string;
  readonly body: unknown;
}

const snippets = (...all: readonly Snippet[]): { readonly defaultSnippets: readonly Snippet[] } => ({
  defaultSnippets: all,
});

const aDatabase = (sql: string, connection: string): object => ({
  erp: { sql, connection, clock: '${4:Europe/Berlin}' },
});

/** `"${name}"`, with the braces escaped that would end a placeholder. */
const setting = (name: string): string => `"\\$\{${name}\\}"`;

const databaseSnippet = ({ name, connection }: DatabaseKind): Snippet => ({
  label: connection.title,
  description: connection.snippet.description,
  body: aDatabase(name, connection.snippet.connection),
});

/** Snippets for an entry under `sources`: one for each kind of database, and one for HTTP. Placeholders as in LSP: `${1:default}`. */
export const sourceSnippets = (kinds: readonly DatabaseKind[]) =>
  snippets(...kinds.map(databaseSnippet), {
    label: 'ERP by HTTP',
    description: 'ERP with an HTTP API.',
    body: { erp: { http: '${1:https://erp.example.com/api}', auth: { bearer: setting('api_token') } } },
  });

export const settingSnippets = snippets({
  label: 'secret',
  description: 'Password or token from an environment variable.',
  body: { '${1:db_password}': '{ env: ${2:DB_PASSWORD}, secret: true }' },
});

export const partSnippets = snippets(
  {
    label: 'named expression',
    description: 'JSONata that several expressions use as {name}.',
    body: { '${1:open_amount}': { expression: '"${2:total - paid}"' } },
  },
  {
    label: 'part of requests',
    description: 'A value that several requests use as $part: name.',
    body: { '${1:call}': { request: { '${2:jsonrpc}': '"${3:2.0}"' } } },
  },
);

/** In a request: a named part, next to which further keys may be written. */
const requestPart: Snippet = {
  label: 'part of requests',
  description: 'The value of a named part; keys next to it change it.',
  body: { '\\$part': '${1:call}' },
};

export const requestPartSnippets = snippets(requestPart);

export const attachSnippets = snippets({
  label: 'attached read',
  description: 'The lines of all rows, with one query.',
  body: {
    '${1:lines}': {
      query:
        'SELECT ${2:your_column} AS _row, ${3:your_column} AS ${4:description} FROM ${5:your_table} WHERE ${2:your_column} IN (:rows.${6:erpInvoiceId})',
      on: '{ _row: ${6:erpInvoiceId} }',
    },
  },
});

export const writeSnippets = snippets(
  {
    label: 'step',
    description: 'A statement that changes the ERP.',
    body: { '${1:document}': { exec: 'INSERT INTO ${2:your_table} (${3:your_column}) VALUES (:key)' } },
  },
  {
    label: 'step for each line',
    description: 'A statement for each item of a list.',
    body: {
      '${1:line}': {
        each: '{ line: ${2:lines} }',
        exec: 'INSERT INTO ${3:your_table} (${4:your_column}) VALUES (:line.number)',
      },
    },
  },
);

export const paramsSnippets = snippets(
  {
    label: 'query options',
    description: 'OData query parameters. Texts with {{ }} must be quoted.',
    body: { '\\$filter': '"${1:number} eq {{ ${2:sku} \\}\\}"', '\\$top': '"{{ limit \\}\\}"' },
  },
  requestPart,
);
