/** examples/monitoring in a real Prometheus that collects the metrics of a running service, and its own checks of rules and metrics. */
import { execFile, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { parse, parseDocument } from 'yaml';
import { closeAll, portOf } from '../engine/sources/http/double.ts';
import { serveShop } from '../src/service/observability/metrics/shop.ts';
import { until } from '../src/service/server/fixture.ts';
import { debianFile } from '../support/debian-package.ts';

afterEach(closeAll);

const examples = join(import.meta.dirname, '../../examples/monitoring');
const customers = '/catalog/customers/search';

/** The programs of the package, or why they are missing. */
const programs = await debianFile('prometheus', 'usr/bin/prometheus').then(
  (prometheus) => ({ prometheus, promtool: join(dirname(prometheus), 'promtool'), reason: '' }),
  (error: unknown) => ({ prometheus: '', promtool: '', reason: `: needs apt-get of Debian: ${String(error)}` }),
);
const { prometheus, promtool, reason } = programs;
const whereFound = it.skipIf(reason !== '');

/** Runs promtool. Resolves with its output; rejects if it finds an error. */
function check(args: readonly string[], input = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(promtool, [...args], (error, stdout, stderr) => {
      if (error === null) resolve(stdout + stderr);
      else reject(new Error(`promtool ${args.join(' ')}: ${stdout}${stderr}`));
    });
    child.stdin?.end(input);
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const port = portOf(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts Prometheus with the example's files and its own times and target. Returns its base URL. */
async function startPrometheus(target: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'engine-prometheus-'));
  cpSync(examples, folder, { recursive: true });
  const file = join(folder, 'prometheus.yml');
  const config = parseDocument(readFileSync(file, 'utf8'));
  config.setIn(['global', 'scrape_interval'], '500ms');
  config.setIn(['global', 'evaluation_interval'], '500ms');
  config.setIn(['scrape_configs', 0, 'static_configs', 0, 'targets', 0], target);
  writeFileSync(file, config.toString());
  const address = `127.0.0.1:${await freePort()}`;
  const args = [`--config.file=${file}`, `--storage.tsdb.path=${folder}/data`, `--web.listen-address=${address}`];
  const child = spawn(prometheus, args, { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGTERM'));
  return `http://${address}`;
}

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly { readonly name: string; readonly health: string; readonly state: string }[];
  }[];
}
interface Vector {
  readonly result: readonly { readonly value: readonly [time: number, value: string] }[];
}

/** The data of an answer of Prometheus; undefined while it starts. Throws its error. */
async function ask<T>(url: string, path: string): Promise<T | undefined> {
  const response = await fetch(`${url}/api/v1/${path}`).catch(() => undefined);
  if (response === undefined || response.status === 503) return undefined;
  const answer: { readonly data?: T; readonly error?: string } = JSON.parse(await response.text());
  if (answer.error !== undefined) throw new Error(`${path}: ${answer.error}`);
  return answer.data;
}

const query = (url: string, expression: string): Promise<Vector | undefined> =>
  ask(url, `query?query=${encodeURIComponent(expression)}`);

whereFound(`promtool accepts configuration, rules and /metrics${reason}`, async () => {
  expect(await check(['check', 'config', join(examples, 'prometheus.yml')])).toContain('SUCCESS');
  const { groups }: { readonly groups: readonly { readonly rules: readonly unknown[] }[] } = parse(
    readFileSync(join(examples, 'alerts.yml'), 'utf8'),
  );
  const rules = groups.flatMap((group) => group.rules).length;
  expect(await check(['check', 'rules', join(examples, 'alerts.yml')])).toContain(`SUCCESS: ${rules} rules found`);
  const shop = await serveShop((_seen, response) => response.writeHead(500).end());
  await shop.call(customers, { query: '', limit: 20 });
  await shop.call('/catalog/products/search', { query: '', limit: 20 });
  expect(await check(['check', 'metrics'], await shop.metricsText())).toBe('');
});

whereFound(`Prometheus collects the metrics, and evaluates rules and dashboard${reason}`, async () => {
  const replies = [429, 502, 200, 500];
  const shop = await serveShop((_seen, response) => {
    const headers = { 'content-type': 'application/json', 'retry-after': '0' };
    response.writeHead(replies.shift() ?? 500, headers).end('{"value":[]}');
  });
  for (let call = 0; call < 3; call += 1) await shop.call(customers, { query: '', limit: 20 });
  for (let call = 0; call < 2; call += 1) await shop.call('/catalog/products/search', { query: '', limit: 20 });
  const url = await startPrometheus(new URL(shop.adminUrl).host);
  const counted = `engine_requests_total{job="engine",endpoint="${customers}",outcome="ok"}`;
  await until(async () => (await query(url, counted))?.result[0]?.value[1] === '3');
  const rules = await until(async () => {
    const all = (await ask<Rules>(url, 'rules'))?.groups.flatMap((group) => group.rules) ?? [];
    return all.length > 0 && all.every(({ health }) => health !== 'unknown') && all;
  });
  expect(rules.filter(({ health, state }) => health !== 'ok' || state === 'firing')).toEqual([]);
  const { panels }: { readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[] } =
    JSON.parse(readFileSync(join(examples, 'grafana-dashboard.json'), 'utf8'));
  const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  expect(expressions.length).toBeGreaterThan(15);
  // What Grafana inserts for its variables.
  const complete = (expression: string): string =>
    expression.replaceAll('$__rate_interval', '1m').replaceAll('$job', 'engine').replaceAll('$instance', '.+');
  // A rate needs two samples. The profile has no writes.
  const missing = async (): Promise<readonly string[]> => {
    const answers = await Promise.all(expressions.map((expression) => query(url, complete(expression))));
    return expressions.filter((_, index) => answers[index]?.result.length === 0);
  };
  const isAboutWrites = (expression: string): boolean => expression.includes('engine_write_events_total');
  await until(async () => (await missing()).every(isAboutWrites));
});
