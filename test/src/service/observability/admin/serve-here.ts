/** The service within this process, as `engine serve` runs it. */
import { onTestFinished } from 'vitest';
import { runCli } from '../../../../../src/cli/program.ts';
import type { Host } from '../../../../../src/service/lifecycle/host.ts';
import { hostWith } from '../../../../support/host.ts';
import { until } from '../../server/fixture.ts';

const key = 'a-key-of-some-length';

export interface Served {
  /** Base URL of the service. */
  readonly url: string;
  /** Base URL of the admin listener. */
  readonly adminUrl: string;
  /** The log so far. */
  log(): string;
  events(): readonly Record<string, unknown>[];
  /** Calls an endpoint with a valid key. */
  call(path: string, body: object, headers?: Readonly<Record<string, string>>): Promise<Response>;
  stop(): Promise<void>;
}

/** Serves with an admin listener, both on free ports, until the test ends. */
export async function serveHere(
  cwd: string,
  args: readonly string[],
  given: Partial<Host> & { readonly env?: Host['env'] } = {},
): Promise<Served> {
  let log = '';
  let listener: ((reason: string) => void) | undefined;
  const hear = (more: string): void => {
    log += more;
  };
  const ended = runCli(
    ['--port', '0', '--admin-port', '0', ...args],
    hostWith({
      err: hear,
      version: '1.2.3',
      onStop: (stop) => {
        listener = stop;
      },
      cwd,
      ...given,
      env: { ENGINE_KEY: key, ...given.env },
    }),
  );
  const events = (): readonly Record<string, unknown>[] =>
    log
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line));
  const addressOf = (event: string): string | undefined => {
    const address = events().find((each) => each.event === event)?.address;
    return typeof address === 'string' ? address : undefined;
  };
  const failed = ended.then((status) => {
    throw new Error(`The service ended with ${status}:\n${log}`);
  });
  failed.catch(() => undefined);
  const [url, adminUrl] = await Promise.race([
    failed,
    Promise.all([until(() => addressOf('listening')), until(() => addressOf('admin_listening'))]),
  ]);
  const stop = async (): Promise<void> => {
    listener?.('end of the test');
    await ended;
  };
  onTestFinished(stop);
  return {
    url,
    adminUrl,
    log: () => log,
    events,
    stop,
    call: (path, body, headers = {}) =>
      fetch(`${url}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ schemaVersion: '1', ...body }),
      }),
  };
}
