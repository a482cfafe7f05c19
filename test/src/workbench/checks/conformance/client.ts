import http from 'node:http';
import https from 'node:https';

/** One request as it goes over the wire. `path` is appended to the base URL as it stands, so that it may be malformed. */
export interface Call {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** What came back. `json` is undefined where the text is no JSON. */
export interface Reply {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
  readonly json: unknown;
}

export interface Client {
  /** Sends one call and reads the whole reply. Rejects when no reply arrives within 30 seconds. */
  readonly send: (call: Call) => Promise<Reply>;
  /** Closes the connections that are kept open. */
  readonly close: () => void;
}

const REPLY_TIMEOUT = 30_000;

/** Parses JSON, undefined where it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A client of one base URL (http or https) that keeps its connections open between calls. */
export function openClient(baseUrl: string): Client {
  const base = new URL(baseUrl);
  const secure = base.protocol === 'https:';
  const agent = secure ? new https.Agent({ keepAlive: true }) : new http.Agent({ keepAlive: true });
  const root = base.pathname.replace(/\/$/, '');

  function once(call: Call, again: boolean): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const length: Record<string, string> =
        call.body === undefined ? {} : { 'content-length': String(Buffer.byteLength(call.body)) };
      const options = {
        agent,
        method: call.method ?? 'POST',
        host: base.hostname.replace(/^\[|\]$/g, ''),
        port: base.port || undefined,
        path: root + call.path,
        headers: { ...length, ...call.headers },
        timeout: REPLY_TIMEOUT,
      };
      const request = (secure ? https : http).request(options, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: parsed(text) });
        });
      });
      request.on('timeout', () => request.destroy(new Error(`no reply to ${call.path} within ${REPLY_TIMEOUT} ms`)));
      request.on('error', (error) => {
        // A server may close an idle connection at the moment it is used again: HTTP allows one more try on a new one.
        if (again && request.reusedSocket && 'code' in error && error.code === 'ECONNRESET') {
          resolve(once(call, false));
        } else reject(error);
      });
      request.end(call.body);
    });
  }

  return { send: (call) => once(call, true), close: () => agent.destroy() };
}
