/** A separate database on a PostgreSQL server: that of the test run, or a given one. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { providedUrl } from './provided.ts';

async function onServer(server: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Creates an empty database; `drop` closes its connections and removes it. `run` executes statements in it. */
export async function freshDatabase(server = providedUrl('postgresUrl')): Promise<{
  readonly url: string;
  run(sql: string): Promise<void>;
  drop(): Promise<void>;
}> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(server, `create database ${name}`);
  const address = new URL(server);
  address.pathname = `/${name}`;
  const url = address.href;
  return {
    url,
    async run(sql) {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      try {
        await client.query(sql);
      } finally {
        await client.end();
      }
    },
    drop: () => onServer(server, `drop database if exists ${name} with (force)`),
  };
}
