/** The shipped proxy configurations in real proxies, with the addresses and paths of a test. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { onTestFinished } from 'vitest';
import { freePort } from '../../src/workbench/testing/servers/local-server.ts';
import { debianFile } from '../support/debian-package.ts';
import { localNginx, nginxArgs, nginxProgram } from './nginx.ts';

const shipped = (name: string) => readFileSync(join(import.meta.dirname, '../../examples/deploy/proxy', name), 'utf8');

/** The addresses of replicas: the same ports on several addresses of the loopback interface, because Caddy has one port for all checks. */
export const replicaHosts = ['127.0.0.1', '127.0.0.2', '127.0.0.3'] as const;

export interface Setup {
  /** Holds the certificate of the proxy and its configuration. */
  readonly folder: string;
  readonly port: number;
  /** Of each replica. */
  readonly replicaPort: number;
  readonly adminPort: number;
}

export interface ShippedProxy {
  readonly program: () => Promise<string>;
  /** The shipped configuration with the addresses and paths of this test. */
  readonly configure: (setup: Setup) => string;
  readonly args: (setup: Setup) => readonly string[];
  /** Whether it sends a failed request to the other replica; otherwise the caller gets 502, or 503 while Caddy considers both as down. */
  readonly repeats: boolean;
}

function withReplicas(text: string, { replicaPort, adminPort }: Setup): string {
  return replicaHosts
    .reduce((local, host, index) => local.replaceAll(`engine-${index + 1}:8080`, `${host}:${replicaPort}`), text)
    .replaceAll('9090', String(adminPort));
}

/** Installed, because its libraries are in other packages. */
async function haproxyProgram(): Promise<string> {
  return execFileSync('sh', ['-c', 'PATH=$PATH:/usr/sbin command -v haproxy'], { encoding: 'utf8' }).trim();
}

const proxies: Readonly<Record<string, ShippedProxy>> = {
  nginx: {
    program: nginxProgram,
    configure: (setup) => localNginx(withReplicas(shipped('nginx.conf'), setup), setup),
    args: ({ folder }) => nginxArgs(folder),
    repeats: true,
  },
  HAProxy: {
    program: haproxyProgram,
    configure: (setup) =>
      withReplicas(shipped('haproxy.cfg'), setup)
        .replace('bind :8443', `bind 127.0.0.1:${setup.port}`)
        .replace('/etc/haproxy/tls', setup.folder),
    args: ({ folder }) => ['-db', '-f', join(folder, 'proxy.conf')],
    repeats: true,
  },
  Caddy: {
    program: () => debianFile('caddy', 'usr/bin/caddy'),
    configure: (setup) =>
      withReplicas(shipped('Caddyfile'), setup)
        .replace(':8443 {', `:${setup.port} {\n\tbind 127.0.0.1`)
        .replaceAll('/etc/caddy/tls', setup.folder),
    args: ({ folder }) => ['run', '--config', join(folder, 'proxy.conf'), '--adapter', 'caddyfile'],
    repeats: false,
  },
};

/** Why a proxy is missing on this machine; undefined if it is there. */
const missing = async (proxy: ShippedProxy): Promise<string | undefined> =>
  proxy.program().then(
    () => undefined,
    (error: unknown) => `needs a package of Debian (apt-get): ${String(error)}`,
  );

/** Each proxy by name, with the reason why it is missing on this machine. */
export const proxiesWithReason = await Promise.all(
  Object.entries(proxies).map(async ([name, proxy]) => [name, proxy, await missing(proxy)] as const),
);

/** Free ports, and a folder with a certificate for the proxy. */
export async function prepareSetup(): Promise<Setup> {
  const folder = mkdtempSync(join(tmpdir(), 'engine-proxy-'));
  const pair = await generate([{ name: 'commonName', value: 'localhost' }]);
  writeFileSync(join(folder, 'cert.pem'), pair.cert);
  writeFileSync(join(folder, 'key.pem'), pair.private);
  writeFileSync(join(folder, 'pair.pem'), `${pair.cert}\n${pair.private}`);
  return { folder, port: await freePort(), replicaPort: await freePort(), adminPort: await freePort() };
}

/** Starts a proxy, which ends with the test. */
export async function startProxy(proxy: ShippedProxy, setup: Setup): Promise<ChildProcess> {
  const { folder } = setup;
  writeFileSync(join(folder, 'proxy.conf'), proxy.configure(setup));
  const program = await proxy.program();
  const child = spawn(program, proxy.args(setup), {
    env: { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGTERM'));
  return child;
}
