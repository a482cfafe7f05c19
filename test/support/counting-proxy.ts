/** A proxy of a database server that counts round trips. */
import { type AddressInfo, connect, createServer } from 'node:net';

export interface CountingProxy {
  /** The given address, through the proxy. */
  readonly url: string;
  /** The codes of the requests of each connection; each request has one answer that the client waits for. */
  readonly connections: readonly (readonly number[])[];
  stop(): Promise<void>;
}

/**
 * Reads complete messages from the start of the bytes; returns the codes of the requests, and the number of bytes
 * read.
 */
type Reader = (bytes: Buffer, first: boolean) => { readonly codes: readonly number[]; readonly length: number };

/** PostgreSQL: a code and a length. Sync ends a batch; Query is a batch of one. The first message has no code. */
const postgres: Reader = (bytes, first) => {
  const codes: number[] = [];
  let at = 0;
  for (let start = first; ; start = false) {
    const head = start ? 0 : 1;
    if (bytes.length < at + head + 4) break;
    const size = head + bytes.readInt32BE(at + head);
    if (bytes.length < at + size) break;
    const code = bytes[at];
    if (!start && code !== undefined && 'QS'.includes(String.fromCharCode(code))) codes.push(code);
    at += size;
  }
  return { codes, length: at };
};

/** MySQL: a length, a sequence number that starts at 0 for each command, the command. COM_STMT_CLOSE has no answer. */
const mysql: Reader = (bytes) => {
  const codes: number[] = [];
  let at = 0;
  while (bytes.length >= at + 4 && bytes.length >= at + 4 + bytes.readUIntLE(at, 3)) {
    const code = bytes[at + 4];
    if (bytes[at + 3] === 0 && code !== undefined && code !== 0x19) codes.push(code);
    at += 4 + bytes.readUIntLE(at, 3);
  }
  return { codes, length: at };
};

/** Starts a proxy of the server at the address, on a free loopback port. */
export async function countingProxy(dialect: 'postgres' | 'mysql', url: string): Promise<CountingProxy> {
  const { hostname, port: serverPort } = new URL(url);
  const read = dialect === 'postgres' ? postgres : mysql;
  const connections: number[][] = [];
  const server = createServer((client) => {
    const sent: number[] = [];
    connections.push(sent);
    const upstream = connect(Number(serverPort), hostname);
    let rest = Buffer.alloc(0);
    let first = true;
    client.on('data', (bytes) => {
      rest = Buffer.concat([rest, bytes]);
      const { codes, length } = read(rest, first);
      sent.push(...codes);
      first &&= length === 0;
      rest = rest.subarray(length);
    });
    client.pipe(upstream).pipe(client);
    client.on('error', () => upstream.destroy());
    upstream.on('error', () => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const address = new URL(url);
  address.port = String(port);
  return {
    url: address.href,
    connections,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
