/** A proxy of a database server that can cut, pause and lose answers, at any byte of any connection. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** `up`: to the server. `down`: its answers. */
export type Direction = 'up' | 'down';

/** One connection through the proxy. */
export interface Link {
  /** True from the beginning of a transaction that writes. */
  readonly writing: boolean;
  /** Pieces that went up since then, the beginning included: one for each message or group of messages that was sent at once. */
  readonly steps: number;
  /** True once its transaction was told to commit. */
  readonly committing: boolean;
  /** Bytes that have come from either end so far. */
  readonly bytes: Readonly<Record<Direction, number>>;
  /** Ends both sides. */
  cut(): void;
  /** Lets go what was held. */
  release(): void;
}

/** Bytes that arrived at once. Counters of the link do not contain them yet, except for what they begin. */
interface Piece {
  readonly link: Link;
  readonly direction: Direction;
  readonly bytes: Buffer;
}

type Verdict =
  | { readonly kind: 'pass' }
  /** Passes the first `after` bytes, then ends both sides. */
  | { readonly kind: 'cut'; readonly after: number }
  /** Keeps this and all that follows, in either direction, until the link is released or cut. */
  | { readonly kind: 'hold' };

export type Rule = (piece: Piece) => Verdict;

export interface FaultProxy {
  /** The address given, by way of the proxy. */
  readonly url: string;
  readonly links: ReadonlySet<Link>;
  /** What happens to each piece from now on; without a rule all pass. */
  setRule(rule: Rule | undefined): void;
  /** Cuts all connections. */
  cutAll(): void;
  /** Releases all connections. */
  releaseAll(): void;
  stop(): Promise<void>;
}

/** How a transaction begins that writes, in the engine's words on PostgreSQL and MySQL. */
const begins = /BEGIN ISOLATION LEVEL READ COMMITTED|START TRANSACTION READ WRITE/;
const pass: Verdict = { kind: 'pass' };

interface Pair {
  readonly client: Socket;
  readonly server: Socket;
}

function openLink({ client, server }: Pair, ruleNow: () => Rule | undefined, forget: (link: Link) => void): Link {
  const bytes = { up: 0, down: 0 };
  const kept: { readonly to: Socket; readonly bytes: Buffer }[] = [];
  const state = { writing: false, steps: 0, committing: false, held: false };

  function note(text: string): void {
    if (begins.test(text)) Object.assign(state, { writing: true, steps: 0, committing: false });
    state.committing ||= state.writing && /\bCOMMIT\b/.test(text);
    if (state.writing) state.steps += 1;
  }

  const link: Link = {
    get writing() {
      return state.writing;
    },
    get steps() {
      return state.steps;
    },
    get committing() {
      return state.committing;
    },
    bytes,
    cut() {
      forget(link);
      client.destroy();
      server.destroy();
    },
    release() {
      state.held = false;
      for (const piece of kept.splice(0)) piece.to.write(piece.bytes);
    },
  };

  function take(direction: Direction, piece: Buffer): void {
    const [from, to] = direction === 'up' ? [client, server] : [server, client];
    if (direction === 'up') note(piece.toString('latin1'));
    const verdict = state.held ? pass : (ruleNow()?.({ link, direction, bytes: piece }) ?? pass);
    bytes[direction] += piece.length;
    switch (verdict.kind) {
      case 'pass':
        if (state.held) kept.push({ to, bytes: piece });
        else if (to.writable) to.write(piece);
        return;
      case 'hold':
        state.held = true;
        kept.push({ to, bytes: piece });
        return;
      case 'cut':
        forget(link);
        from.destroy();
        // What is passed must arrive before the end does.
        to.end(piece.subarray(0, verdict.after));
        return;
    }
  }

  client.on('data', (piece) => take('up', piece));
  server.on('data', (piece) => take('down', piece));
  for (const [socket, other] of [
    [client, server],
    [server, client],
  ] as const) {
    socket.setNoDelay(true);
    socket.on('error', () => other.destroy());
    socket.on('end', () => other.end());
    socket.on('close', () => {
      forget(link);
      other.end();
    });
  }
  return link;
}

/** Starts a proxy before the server of the address, on a free port of the loopback interface. */
export async function startProxy(url: string): Promise<FaultProxy> {
  const { hostname, port: serverPort } = new URL(url);
  const links = new Set<Link>();
  let rule: Rule | undefined;
  const server = createServer((client) => {
    const upstream = connect(Number(serverPort), hostname);
    links.add(
      openLink(
        { client, server: upstream },
        () => rule,
        (link) => links.delete(link),
      ),
    );
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = new URL(url);
  address.port = String((server.address() as AddressInfo).port);
  const cutAll = (): void => {
    for (const link of [...links]) link.cut();
  };
  return {
    url: address.href,
    links,
    setRule: (next) => {
      rule = next;
    },
    cutAll,
    releaseAll: () => {
      for (const link of links) link.release();
    },
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      cutAll();
      await closed;
    },
  };
}
