/** What the tests of pushes share: the service, Odoo, and how a push and its result are stated. */

import type { Caller } from '../../../../src/workbench/checks/validation/index.ts';
import { isRecord, type Json } from '../../../../src/workbench/checks/validation/index.ts';
import type { Odoo } from '../odoo.ts';

export interface Trials {
  readonly odoo: Odoo;
  readonly service: Caller;
  /** The login that the service works as. */
  readonly login: string;
}

interface Pushed {
  readonly status: number;
  readonly body: Json;
  readonly text: string;
}

/** Sends one request. Rejects without an answer. */
export async function push({ service }: Trials, path: string, body: Json): Promise<Pushed> {
  const { reply } = await service.post(path, body);
  if (reply.kind === 'none') throw new Error(`${path}: ${reply.reason}`);
  return { status: reply.status, body: isRecord(reply.body) ? reply.body : {}, text: reply.text };
}

/** Unlike any of an earlier run. */
export const stampOf = (): string => Date.now().toString(36);

/** The id in an answer, without the parts in front of it. */
export const idIn = ({ body }: Pushed, field: string): number => Number(String(body[field]).split(':').at(-1));
