/** Connections of one kind to one database. A connection whose state is unknown is never lent again. */
import { Client, type ClientConfig } from 'pg';
import { cancelExpiry, expireAfter } from '../../../base/deadline-timer.ts';
import { type CallContext, SourceError } from '../../source.ts';
import { createTurns } from '../fifo-pool.ts';
import { postgresError } from './errors.ts';
import { retire } from './retire.ts';

export interface PostgresPool {
  /** Lends a connection for `work`. It is destroyed where the error says that it was lost. */
  lend<T>(call: CallContext, work: (client: Client) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** A place for one connection, which is made when it is needed. */
interface Place {
  client: Client | undefined;
  /** A connection that is being made. Where its first caller cannot wait for it, the next one can. */
  coming: Promise<Client> | undefined;
  /** Somebody has its turn, and uses the connection or waits for it. */
  lent: boolean;
  /** When it was last given back, by the monotonic clock in milliseconds. */
  since: number;
}

/** Milliseconds after which a connection that nobody uses is closed. */
const idleTime = 60_000;

/** A pool of at most `size` connections. */
export function createPostgresPool(config: ClientConfig, size: number): PostgresPool {
  const places = Array.from(
    { length: size },
    (): Place => ({ client: undefined, coming: undefined, lent: false, since: 0 }),
  );
  const turns = createTurns(places);
  let closed = false;

  /** Connections that are given up while something may still run on them. */
  const retiring = new Set<Promise<void>>();

  function drop(place: Place): void {
    if (place.client === undefined) return;
    const retired = retire(place.client).finally(() => retiring.delete(retired));
    retiring.add(retired);
    place.client = undefined;
  }

  async function connect(place: Place): Promise<Client> {
    const client = new Client(config);
    // Without a listener a connection that breaks would end the process. Whoever uses it then learns it from the statement.
    client.on('error', () => {
      if (place.client === client && !place.lent) drop(place);
    });
    client.on('end', () => {
      if (place.client === client) place.client = undefined;
    });
    try {
      await client.connect();
    } catch (error) {
      void client.end().catch(() => undefined);
      throw postgresError(error);
    } finally {
      place.coming = undefined;
    }
    place.client = client;
    // Nobody waits for it any longer.
    if (closed && !place.lent) drop(place);
    return client;
  }

  /** The connection of a place that has none yet; `unreachable` when the deadline comes first. */
  function connectBy(place: Place, deadline: number): Promise<Client> {
    place.coming ??= connect(place);
    const { coming } = place;
    return new Promise((resolve, reject) => {
      const late = new SourceError('unreachable', 'PostgreSQL: no connection could be made by the deadline.');
      const expiry = expireAfter(Math.max(0, deadline - Date.now()), () => reject(late));
      coming.finally(() => cancelExpiry(expiry)).then(resolve, reject);
    });
  }

  function giveBack(place: Place, lost: boolean): void {
    if (lost || closed || place.client?.getTransactionStatus() !== 'I') drop(place);
    place.lent = false;
    place.since = performance.now();
    turns.give(place);
  }

  function use<T>(place: Place, client: Client, work: (client: Client) => Promise<T>): Promise<T> {
    place.lent = true;
    return work(client).then(
      (result) => {
        giveBack(place, false);
        return result;
      },
      (error: unknown) => {
        giveBack(place, error instanceof SourceError && error.connectionLost);
        throw error;
      },
    );
  }

  async function lendLater<T>(
    place: Place | undefined,
    call: CallContext,
    work: (client: Client) => Promise<T>,
  ): Promise<T> {
    const own = place ?? (await turns.take(call.deadline));
    let { client } = own;
    own.lent = true;
    try {
      if (closed) throw new SourceError('unreachable', 'PostgreSQL: the source is closed.');
      client ??= await connectBy(own, call.deadline);
    } catch (error) {
      own.lent = false;
      turns.give(own);
      throw error;
    }
    return use(own, client, work);
  }

  const sweep = setInterval(() => {
    const before = performance.now() - idleTime;
    for (const place of places) if (!place.lent && place.since < before) drop(place);
  }, idleTime / 2).unref();

  return {
    lend(call, work) {
      const place = closed ? undefined : turns.takeIdle();
      if (place?.client !== undefined) return use(place, place.client, work);
      if (closed) return Promise.reject(new SourceError('unreachable', 'PostgreSQL: the source is closed.'));
      return lendLater(place, call, work);
    },
    async close() {
      closed = true;
      clearInterval(sweep);
      // Those that are lent are waited for.
      await Promise.all(places.map(() => turns.take(Number.POSITIVE_INFINITY)));
      for (const place of places) drop(place);
      await Promise.all(retiring);
    },
  };
}
