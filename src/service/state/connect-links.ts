/**
 * One-time links with which customers give consent. The store has the digest of a link, and what an attempt needs between two requests, encrypted. A link is used
 * by the transaction that stores its token.
 */
import { prepared, type SqlSession } from '../../../engine/host/index.ts';
import type { DatabaseKind, Secret } from '../../../engine/index.ts';
import type { Cipher } from './cipher.ts';
import { type GrantedSettings, grantedName, grantedText, parseGranted } from './granted-settings.ts';
import { tables } from './schema.ts';
import { digestOf, type StoreAccess } from './store-access.ts';
import { putToken, tokenStatements } from './tokens.ts';

/** What a link is for. */
export interface ConnectLink {
  readonly installation: string;
  /** Name of the source. */
  readonly source: string;
  /** Milliseconds since the epoch. */
  readonly expires: number;
}

/** A link that can be used. */
export interface OpenLink extends ConnectLink {
  /** How far its last attempt is; undefined before the first one. */
  readonly progress: Secret | undefined;
  /** Counts the changes of `progress`. */
  readonly revision: number;
}

/** What a consent gives. */
export interface StoredConsent {
  /** Name of the token in the store. */
  readonly keptAs: string;
  /** The token in the form of the store. */
  readonly token: Secret;
  readonly settings: GrantedSettings;
}

/** All functions reject with `SourceError`. `link`: the secret part of a link. */
export interface ConnectLinks {
  /** Stores a new link, and removes those that have expired. */
  create(link: string, purpose: ConnectLink): Promise<void>;
  /** Undefined for a link that is unknown, expired or used. */
  find(link: string): Promise<OpenLink | undefined>;
  /** Replaces the progress of a link that has not changed since `seen`. False, without a change, otherwise. */
  advance(link: string, seen: OpenLink, progress: Secret): Promise<boolean>;
  /** Stores token and settings, and uses the link up, all together. False, without a change, if the link has changed since `seen`. */
  finish(link: string, seen: OpenLink, consent: StoredConsent): Promise<boolean>;
}

/** All statements by purpose. */
export function linkStatements({ dialect }: DatabaseKind) {
  const table = () => dialect.builder(tables.connectLink);
  const row = { name: 'name', installation: 'installation', source: 'source', expires: 'expires' };
  const unchanged = () => table().where('name', 'name').where('revision', 'revision').where('expires', '>', 'now');
  return {
    insert: prepared(dialect, table().insert({ ...row, progress: 'progress', revision: 'revision' })),
    find: prepared(
      dialect,
      table()
        .select('installation', 'source', 'expires', 'progress', 'revision')
        .where('name', 'name')
        .where('expires', '>', 'now'),
    ),
    advance: prepared(dialect, unchanged().update({ progress: 'progress', revision: 'next' })),
    remove: prepared(dialect, unchanged().delete()),
    sweep: prepared(dialect, table().where('expires', '<=', 'now').delete()),
  };
}

/** `now` is in milliseconds since the epoch. */
export function createConnectLinks(
  access: Pick<StoreAccess, 'databaseKind' | 'read' | 'transaction'>,
  cipher: Cipher,
  now: () => number,
): ConnectLinks {
  const { insert, find, advance, remove, sweep } = linkStatements(access.databaseKind);
  const tokens = tokenStatements(access.databaseKind);
  const sealedName = (link: string): string => `connect link ${digestOf(link)}`;

  async function put(session: SqlSession, name: string, value: Secret): Promise<void> {
    await putToken(session, tokens, {
      name: digestOf(name),
      value: cipher.seal(name, value),
      free: '',
      written: now(),
    });
  }

  /** The customer may give consent to several sources, one after the other. */
  async function addSettings(session: SqlSession, installation: string, settings: GrantedSettings): Promise<void> {
    if (Object.keys(settings).length === 0) return;
    const name = grantedName(installation);
    const [row] = (await session.execute(tokens.find({ name: digestOf(name) }))).rows;
    const before = row === undefined ? {} : parseGranted({ value: cipher.open(name, String(row.value)) });
    await put(session, name, grantedText({ ...before, ...settings }));
  }

  return {
    async create(link, { installation, source, expires }) {
      const row = { name: digestOf(link), installation, source, expires, progress: '', revision: 0 };
      await access.transaction(async (session) => {
        await session.execute(sweep({ now: now() }));
        await session.execute(insert(row));
      }, 'durable');
    },
    async find(link) {
      const [row] = await access.read(find({ name: digestOf(link), now: now() }));
      if (row === undefined) return undefined;
      const sealed = String(row.progress);
      return {
        installation: String(row.installation),
        source: String(row.source),
        expires: Number(row.expires),
        progress: sealed === '' ? undefined : cipher.open(sealedName(link), sealed),
        revision: Number(row.revision),
      };
    },
    advance(link, { revision }, progress) {
      const sealed = cipher.seal(sealedName(link), progress);
      const values = { name: digestOf(link), revision, now: now(), progress: sealed, next: revision + 1 };
      return access.transaction(async (session) => (await session.execute(advance(values))).affected > 0, 'durable');
    },
    finish(link, { installation, revision }, { keptAs, token, settings }) {
      return access.transaction(async (session) => {
        const { affected } = await session.execute(remove({ name: digestOf(link), revision, now: now() }));
        if (affected === 0) return false;
        await put(session, keptAs, token);
        await addSettings(session, installation, settings);
        return true;
      }, 'durable');
    },
  };
}
