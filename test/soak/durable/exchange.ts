/** One exchange with the scripted ERP over node:http. */
import { request } from 'node:http';
import { textOf } from './read-text.ts';

export interface ErpAddress {
  readonly port: number;
  /** How long the ERP may take, in milliseconds. */
  readonly timeoutMs: number;
}

export interface Exchange {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: object;
  /** Called when the connection is made; nothing is sent if it rejects. */
  check?(): Promise<void>;
  /** Called when half of the body has left. */
  half?(): Promise<void>;
}

export interface ErpReply {
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;
  /** Undefined where it is no JSON. */
  readonly value: unknown;
}

/** Whether a request may have left this machine when it failed. */
export class Failed extends Error {
  readonly mayHaveLeft: boolean;
  constructor(message: string, mayHaveLeft: boolean) {
    super(message);
    this.mayHaveLeft = mayHaveLeft;
  }
}

function parsed(text: string, type: string | undefined): unknown {
  if (type !== 'application/json') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** One exchange on a connection of its own, which is destroyed when its time is over. Rejects with `Failed`. */
export function exchange(erp: ErpAddress, { method, path, body, check, half }: Exchange): Promise<ErpReply> {
  const bytes = Buffer.from(body === undefined ? '' : JSON.stringify(body));
  const middle = Math.floor(bytes.length / 2);
  return new Promise((resolve, reject) => {
    let sent = false;
    const fail = (reason: string): void => reject(new Failed(reason, sent));
    const headers = { 'content-type': 'application/json', 'content-length': bytes.length };
    const asking = request({ host: '127.0.0.1', port: erp.port, method, path, headers, agent: false }, (answer) => {
      const { statusCode: status = 0, headers } = answer;
      const after = headers['retry-after'];
      const retryAfterSeconds = after === undefined ? undefined : Number(after);
      textOf(answer).then(
        (text) => resolve({ status, retryAfterSeconds, value: parsed(text, headers['content-type']) }),
        () => fail('the answer was cut off'),
      );
    });
    const timer = setTimeout(() => asking.destroy(new Error('no answer in time')), erp.timeoutMs);
    asking.on('close', () => clearTimeout(timer));
    asking.on('error', (error) => fail(error.message));
    const send = (): void => {
      sent = true;
      if (half === undefined) return void asking.end(bytes);
      asking.write(bytes.subarray(0, middle), () => {
        void half().then(() => asking.end(bytes.subarray(middle)));
      });
    };
    asking.on('socket', (socket) => {
      socket.on('connect', () => {
        if (check === undefined) send();
        else check().then(send, (error: Error) => asking.destroy(error));
      });
    });
  });
}
