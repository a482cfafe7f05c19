/** The body of a request or an answer of node:http. */
import type { IncomingMessage } from 'node:http';

/** Rejects where it ends before its announced length. */
export async function textOf(message: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString();
}
