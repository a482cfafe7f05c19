/** examples/deploy/kubernetes: the manifests agree with each other, with the image and with the engine. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { type Configuration, loadConfig } from '../../src/service/config/load.ts';
import { createAdmin, createMonitor } from '../../src/service/observability/admin/index.ts';
import { addProcessMetrics, createDefinitions } from '../../src/service/observability/metrics/index.ts';
import { kinds, manifestOf, mountContainer } from './kubernetes.ts';

const deployment = manifestOf('Deployment');
const { template } = deployment.spec;
const [container] = template.spec.containers;
const probes = [container.startupProbe, container.livenessProbe, container.readinessProbe];
const portOf = (name: string) => container.ports.find((port) => port.name === name)?.containerPort;

/** The configuration of the container, as the engine loads it. */
function loaded(): Configuration {
  const root = mkdtempSync(join(tmpdir(), 'engine-pod-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const { configFile, environment } = mountContainer(root);
  const packageRoot = join(import.meta.dirname, '../..');
  const now = Date.UTC(2026, 0, 1);
  return loadConfig({ flags: {}, configFile, env: environment, cwd: root, packageRoot, now, needsKey: true });
}

it('there is one manifest of each kind, and a ConfigMap and a Secret for the companies', () => {
  const others = ['Deployment', 'Service', 'HorizontalPodAutoscaler', 'PodDisruptionBudget', 'NetworkPolicy'];
  expect(kinds.toSorted()).toEqual([...others, 'ConfigMap', 'ConfigMap', 'Secret', 'Secret'].toSorted());
});

it('all selectors match the pods, and the autoscaler names the Deployment', () => {
  const { labels } = template.metadata;
  const selectors = [
    deployment.spec.selector.matchLabels,
    ...template.spec.topologySpreadConstraints.map(({ labelSelector }) => labelSelector.matchLabels),
    manifestOf('Service').spec.selector,
    manifestOf('PodDisruptionBudget').spec.selector.matchLabels,
    manifestOf('NetworkPolicy').spec.podSelector.matchLabels,
  ];
  for (const selector of selectors) {
    expect(Object.keys(selector).length).toBeGreaterThan(0);
    expect(labels).toMatchObject(selector);
  }
  const { scaleTargetRef } = manifestOf('HorizontalPodAutoscaler').spec;
  expect(scaleTargetRef).toMatchObject({ kind: 'Deployment', name: deployment.metadata.name });
});

it('the engine loads the configuration without a finding, with the companies and a shared store', () => {
  const { diagnostics, services, settings } = loaded();
  expect(diagnostics).toEqual([]);
  expect(services.map(({ name, keys }) => [name, keys.length])).toEqual([
    ['nord', 1],
    ['west', 1],
  ]);
  expect(settings.store.kind).not.toBe('file');
  expect(settings).toMatchObject({ host: '0.0.0.0', adminHost: '0.0.0.0', watch: true });
});

it('the ports are those of the settings', () => {
  const { settings } = loaded();
  const [main, admin] = [portOf('http'), portOf('admin')];
  expect([main, admin]).toEqual([settings.port, settings.adminPort]);
  expect(template.metadata.annotations).toMatchObject({ 'prometheus.io/port': String(admin) });
  expect(manifestOf('Service').spec.ports.map(({ targetPort }) => portOf(targetPort))).toEqual([main]);
  const { ingress } = manifestOf('NetworkPolicy').spec;
  expect(ingress.flatMap(({ ports }) => ports.map(({ port }) => port))).toEqual([main, admin]);
  for (const { httpGet } of probes) expect(portOf(httpGet.port)).toBe(admin);
});

it('the admin listener has the paths of the probes, and only that of the readiness depends on an ERP', async () => {
  const store = 'postgres://store/engine';
  const monitor = createMonitor({ version: '1', services: [], store, paths: new Set(), now: Date.now });
  const admin = createAdmin(monitor, () => undefined);
  const started = await admin.listen('127.0.0.1', 0);
  onTestFinished(() => admin.close());
  if (!started.ok) throw new Error(started.diagnostic.message);
  const statuses = await Promise.all(
    probes.map(async ({ httpGet: { path } }) => (await fetch(`${started.address}${path}`)).status),
  );
  // The service has not started yet.
  expect(statuses).toEqual([200, 200, 503]);
});

it('the times of a stop fit into each other, and the number of replicas is that of the autoscaler', () => {
  const { settings } = loaded();
  const { terminationGracePeriodSeconds: grace } = template.spec;
  const { shutdownDelay = 0, shutdownTimeout } = settings;
  expect(grace * 1_000).toBeGreaterThan(shutdownDelay + shutdownTimeout);
  const { periodSeconds, failureThreshold } = container.readinessProbe;
  expect(shutdownDelay).toBeGreaterThan(periodSeconds * failureThreshold * 1_000);
  const { minReplicas, maxReplicas } = manifestOf('HorizontalPodAutoscaler').spec;
  expect([minReplicas, maxReplicas]).toEqual([3, settings.replicas]);
});

it('the autoscaler uses a metric of the engine, by the rule of the adapter', async () => {
  const file = join(import.meta.dirname, '../../examples/deploy/kubernetes/prometheus-adapter.yaml');
  const { rules } = parse(readFileSync(file, 'utf8'));
  const [rule]: readonly [Readonly<Record<'seriesQuery' | 'metricsQuery', string>> & { name: Record<string, string> }] =
    rules;
  const { metrics } = manifestOf('HorizontalPodAutoscaler').spec;
  expect(metrics.map(({ pods }) => pods.metric.name)).toEqual([rule.name.as]);
  const { registry } = createDefinitions();
  addProcessMetrics(registry);
  const exported = (await registry.getMetricsAsJSON()).map(({ name }) => name);
  const [series = ''] = /^\w+/.exec(rule.seriesQuery) ?? [];
  expect(exported).toContain(series);
  expect(rule.name.matches).toBe(series);
  const query = rule.metricsQuery
    .replace('<<.Series>>', series)
    .replace('<<.LabelMatchers>>', 'pod="a"')
    .replace('<<.GroupBy>>', 'pod');
  for (const expression of [rule.seriesQuery, query]) {
    const errors: number[] = [];
    parser.parse(expression).iterate({ enter: ({ type, from }) => void (type.isError && errors.push(from)) });
    expect(errors).toEqual([]);
  }
});
