/** A database of one's own on the test run's PostgreSQL. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

async function onServer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Creates an empty database; `drop` ends its connections and removes it. `run` executes statements in it. */
export async function freshDatabase(): Promise<{
  readonly url: string;
  run(sql: string): Promise<void>;
  drop(): Promise<void>;
}> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(`create database ${name}`);
  const address = new URL(inject('postgresUrl'));
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
    drop: () => onServer(`drop database if exists ${name} with (force)`),
  };
}
