/** examples/monitoring: each expression is PromQL, and each metric and label in it exists in a running service. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { afterEach, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createDefinitions } from '../../../../../src/service/observability/metrics/index.ts';
import { closeAll } from '../../../../engine/sources/http/double.ts';
import { serveShop } from './shop.ts';

afterEach(closeAll);

const folder = join(import.meta.dirname, '../../../../../examples/monitoring');
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

interface Alerts {
  readonly groups: readonly {
    readonly rules: readonly { alert: string; expr: string; annotations: { summary?: string; action?: string } }[];
  }[];
}
interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[];
}

const alerts: Alerts = parse(read('alerts.yml'));
const dashboard: Dashboard = JSON.parse(read('grafana-dashboard.json'));
const rules = alerts.groups.flatMap((group) => group.rules);
const expressions: readonly (readonly [name: string, expression: string])[] = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
];

interface ExpressionNames {
  /** Offset of the first syntax error; undefined if there is none. */
  readonly error: number | undefined;
  readonly metrics: readonly string[];
  readonly labels: readonly string[];
}

/** Grafana replaces its variables before Prometheus reads the expression. */
function namesIn(expression: string): ExpressionNames {
  const text = expression.replaceAll('$__rate_interval', '5m').replaceAll(/\$(job|instance)/g, 'x');
  const metrics: string[] = [];
  const labels: string[] = [];
  let error: number | undefined;
  parser.parse(text).iterate({
    enter(node) {
      const { type, from, to } = node;
      if (type.isError) error ??= from;
      if (type.name === 'Identifier' && node.matchContext(['VectorSelector'])) metrics.push(text.slice(from, to));
      if (type.name === 'LabelName') labels.push(text.slice(from, to));
    },
  });
  return { error, metrics, labels };
}

it('the expressions are PromQL, and there are some', () => {
  expect(namesIn('sum by (a, b) (rate(x_total{c="1"}[5m]))')).toEqual({
    error: undefined,
    metrics: ['x_total'],
    labels: ['a', 'b', 'c'],
  });
  for (const wrong of ['sum by (rate(x[5m])', 'x{a=}', 'x >']) expect(namesIn(wrong).error).toBeDefined();
  expect(expressions.length).toBeGreaterThan(30);
  expect(expressions.filter(([, expression]) => namesIn(expression).error !== undefined)).toEqual([]);
  for (const { alert, annotations } of rules) {
    expect(alert).toMatch(/^Engine\w+$/);
    expect(annotations).toEqual({ summary: expect.stringMatching(/\.$/), action: expect.stringMatching(/\.$/) });
  }
});

it('the metrics and labels exist in a running service', async () => {
  const shop = await serveShop((_seen, response) => response.writeHead(200).end('{}'));
  const text = await shop.metricsText();
  const exposed = new Set<string>(['up']);
  for (const [, name = '', type] of text.matchAll(/^# TYPE (\w+) (\w+)$/gm))
    for (const suffix of type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']) exposed.add(name + suffix);
  const used = expressions.flatMap(([, expression]) => namesIn(expression).metrics);
  expect(used.filter((name) => !exposed.has(name))).toEqual([]);

  const { registry } = createDefinitions();
  const labelsOf = (metric: string): readonly string[] => {
    const definition = registry.getSingleMetric(metric.replace(/_(bucket|sum|count)$/, ''));
    return definition !== undefined && 'labelNames' in definition && Array.isArray(definition.labelNames)
      ? definition.labelNames
      : [];
  };
  // Prometheus adds job and instance; le belongs to each histogram.
  const unknown = expressions.flatMap(([name, expression]) => {
    const { metrics, labels } = namesIn(expression);
    const possibleLabels = new Set(['job', 'instance', 'le', ...metrics.flatMap(labelsOf)]);
    return labels.filter((label) => !possibleLabels.has(label)).map((label) => `${name}: ${label}`);
  });
  expect(unknown).toEqual([]);
});
