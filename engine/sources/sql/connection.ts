/** The `connection` of a SQL source: its keys in a profile, and how the values are read. */
import { z } from 'zod';
import { SourceError } from '../source.ts';

/** A source's `connection`, its settings filled in. Numbers and booleans may be texts, as settings give them. */
export type ConnectionValues = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** What `engine init` asks about a connection. */
interface ConnectionQuestion {
  /** The key of `connection`. */
  readonly key: string;
  readonly byDefault: string | undefined;
}

/** How a kind of database is reached. */
export interface ConnectionRules {
  /** The kind in the grammar of profiles: in editors and in the language reference. */
  readonly title: string;
  readonly description: string | undefined;
  /** Keys of `connection`. */
  readonly keys: z.ZodObject;
  /** What an editor inserts for `connection`, as YAML with places for the cursor; and what it is called there. */
  readonly snippet: { readonly description: string; readonly connection: string };
  /** What `engine init` asks for, in this order. A password is never asked for: it comes from the environment. */
  readonly questions: readonly ConnectionQuestion[];
  /** Schemes of URLs that name such a database, the first one is shown; none where the database is a file. */
  readonly schemes: readonly string[];
}

/** Values of keys, and what they are in the grammar of profiles. */
export const textKey = z.string().min(1, 'must not be empty');
/** A setting gives it as text. */
export const flagKey = z.union([
  z.boolean(),
  z.string().regex(/^(?:true|false|yes|no|on|off|[01])$|\$\{/i, 'must be true or false, or "${setting}"'),
]);
export const portKey = z.union([z.int().min(1).max(65535), textKey]);

/** Keys that servers have in common. */
export const serverKeys = {
  host: textKey.optional(),
  port: portKey.optional(),
  database: textKey.optional(),
  user: textKey.optional(),
  password: textKey.optional(),
  ssl: flagKey.optional().meta({ description: 'true: encrypt the connection and verify the server certificate.' }),
};

/** A server's address and login: either `url`, or the other keys. */
export interface ServerOptions {
  readonly url?: string | undefined;
  readonly host?: string | undefined;
  readonly port?: number | undefined;
  readonly database?: string | undefined;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  /** Encrypt, and verify the server's certificate. */
  readonly ssl?: boolean | undefined;
}

/** What `engine init` asks about a server. `host`: the key of its name; `port`: its usual port. */
export const serverQuestions = (host: string, port: number): readonly ConnectionQuestion[] => [
  { key: host, byDefault: 'localhost' },
  { key: 'port', byDefault: String(port) },
  { key: 'database', byDefault: undefined },
  { key: 'user', byDefault: undefined },
];

/** `${name}` in quotes, with what would end a place of a snippet escaped. */
const settingSnippet = (name: string): string => `"\\$\{${name}\\}"`;

/** The snippet of a login. `server` is the key of the host. */
export const loginSnippet = (server: string): string =>
  `{ ${server}: ${settingSnippet('db_host')}, database: \${2:erp}, user: \${3:reader}, password: ${settingSnippet('db_password')} }`;

/** The text of a key; undefined where it is absent or a list. */
export function connectionText(connection: ConnectionValues, name: string): string | undefined {
  const value = connection[name];
  return value === undefined || typeof value === 'object' ? undefined : String(value);
}

/** The port: a whole number above 0. Throws `SourceError` where the value is something else. */
export function portOf(connection: ConnectionValues): number | undefined {
  const text = connectionText(connection, 'port');
  if (text === undefined) return undefined;
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new SourceError('unreachable', "The connection's port must be a whole number.");
}

/** True or false. Throws `SourceError` where the value is something else. */
export function booleanOf(connection: ConnectionValues, name: string): boolean | undefined {
  const text = connectionText(connection, name)?.toLowerCase();
  if (text === undefined || text === '') return undefined;
  if (['true', '1', 'yes', 'on'].includes(text)) return true;
  if (['false', '0', 'no', 'off'].includes(text)) return false;
  throw new SourceError('unreachable', `The connection's ${name} must be true or false.`);
}

/** The values of `serverKeys` and `url`. Throws `SourceError` where one has another type. */
export const serverOptions = (connection: ConnectionValues): ServerOptions => ({
  url: connectionText(connection, 'url'),
  host: connectionText(connection, 'host'),
  port: portOf(connection),
  database: connectionText(connection, 'database'),
  user: connectionText(connection, 'user'),
  password: connectionText(connection, 'password'),
  ssl: booleanOf(connection, 'ssl'),
});

/**
 * The address and login in a server's URL. The drivers do not get the URL: options in it would replace the settings of the session. Throws
 * `SourceError` for a text that is no URL. `title`: the database in its message.
 */
export function addressIn(url: string, title: string) {
  if (!URL.canParse(url)) throw new SourceError('unreachable', `The address of the ${title} database is not a URL.`);
  const { hostname, port, pathname, username, password, searchParams } = new URL(url);
  return {
    host: hostname.replace(/^\[|\]$/g, '') || 'localhost',
    port: port === '' ? undefined : Number(port),
    database: decodeURIComponent(pathname.slice(1)),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    parameters: searchParams,
  };
}
