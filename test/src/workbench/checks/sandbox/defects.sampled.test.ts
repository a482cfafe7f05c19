import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Secret } from '../../../../../engine/base/secret.ts';
import type { CheckResult } from '../../../../../src/workbench/checks/core/run-checks.ts';
import { runSandbox, type SandboxSettings } from '../../../../../src/workbench/checks/sandbox/run.ts';
import { createCaller, paths } from '../../../../../src/workbench/checks/validation/index.ts';
import { type DemoProfile, demoProfile } from '../../../../support/demo.ts';
import { byDepth, isDeep } from '../../../../support/depth.ts';
import { type Program, startProgram } from '../../../../support/program.ts';
import { type Defect, serveDefective } from '../defective-service.ts';
import { defects, errorPage } from './defects.ts';
import { manyDefects, manyFound } from './many-defects.ts';

const keys = { ordering: 'key-of-the-ordering-app', receivables: 'key-of-the-receivables-app' };
const secrets = { ordering: new Secret(keys.ordering), receivables: new Secret(keys.receivables) };
const settings: SandboxSettings = {
  ...{ writes: false, customer: undefined, sku: undefined, debtor: undefined },
  ...{ currency: 'EUR', demoSku: 'DEMO-SKU', maxPages: 200, banks: [], deviations: new Map() },
};

let demo: DemoProfile;
let service: Program;

beforeAll(async () => {
  demo = await demoProfile({ dialect: 'sqlite' });
  const variables = { ENGINE_KEY_ORDERING: keys.ordering, ENGINE_KEY_RECEIVABLES: keys.receivables };
  service = await startProgram(demo.file, { ...variables, ENGINE_DEMO_SKU: 'DEMO-SKU', ENGINE_LOG_LEVEL: 'error' });
});

afterAll(async () => {
  await service?.stop();
  await demo?.drop();
});

async function run(baseUrl: string, writes: boolean): Promise<readonly CheckResult[]> {
  const caller = createCaller({ baseUrl, keys: secrets });
  const all = { ...settings, writes };
  return runSandbox({ caller, settings: all, rotation: undefined, now: Date.now, report: () => undefined });
}

async function runDefective(defect: Defect, writes: boolean): Promise<readonly CheckResult[]> {
  const defective = await serveDefective(() => service.baseUrl, defect);
  try {
    return await run(defective.baseUrl, writes);
  } finally {
    await defective.close();
  }
}

/** Rules that are broken, with their endpoints, each once. */
function brokenRules(results: readonly CheckResult[]): readonly string[] {
  const all = results.flatMap(({ check, outcome }) =>
    outcome.kind === 'failed' ? outcome.findings.map(({ rule }) => `${rule} ${check.path}`) : [],
  );
  return [...new Set(all)].sort();
}

/** A test of the deep run. */
function deepOnly(name: string, test: () => Promise<void>): void {
  if (isDeep) it(name, test);
}

describe('the sandbox', () => {
  // `npm test` runs the same checks by `engine sandbox --mock`.
  deepOnly('finds nothing wrong with the demo, and tests every endpoint', async () => {
    const checks = await run(service.baseUrl, true);
    expect(brokenRules(checks)).toEqual([]);
    const open = checks.filter(({ outcome }) => outcome.kind !== 'passed');
    // None of the few customers that are looked at has bought one of the few SKUs. No earlier run has left an invoice.
    expect(open.map(({ check, outcome }) => `${outcome.kind}: ${check.id} ${check.path}`)).toEqual([
      'not tested: lookups/usage /sales-orders/usage',
      'not tested: agreement/own-records /sales-orders/usage',
      'not tested: agreement/paid-long-after /invoices/list',
    ]);
    expect([...new Set(checks.map(({ check }) => check.path))].sort()).toEqual([...paths].sort());
  });

  /** Rows of the tables that documents are written into. */
  const rowCounts = async () => {
    const tables = ['sales_order', 'invoice', 'receipt', 'engine_claims'];
    const counts = await Promise.all(tables.map((table) => demo.rows(`SELECT COUNT(*) AS n FROM ${table}`)));
    return counts.map(([row]) => row?.n);
  };

  const all = defects(keys);
  // Every third one: one of them is found only by writes.
  const everyThird = all.filter((_, index) => index % 3 === 2);
  for (const { name, expectedRules, writes, defect } of byDepth({ sample: [], deep: everyThird, all })) {
    it(`names the defect, and no other, and writes nothing unless it is allowed to: ${name}`, async () => {
      const before = await rowCounts();
      expect(brokenRules(await runDefective(defect(), writes))).toEqual([...expectedRules].sort());
      if (!writes) expect(await rowCounts()).toEqual(before);
    });
  }

  deepOnly('names the defect, and no other: refusals are pages of the web server', async () => {
    const reportedRules = brokenRules(await runDefective(errorPage, false));
    expect(reportedRules).toEqual(paths.map((path) => `error-body ${path}`).sort());
  });

  it('names each of many defects of one service', async () => {
    expect(brokenRules(await runDefective(manyDefects, false))).toEqual(manyFound);
  });

  it('gives a service up that answers no more', async () => {
    const silent: Defect = (call, forward) => (call.path === '/health' ? forward(call) : Promise.reject(new Error()));
    const failed = brokenRules(await runDefective(silent, false));
    expect([...new Set(failed.map((rule) => rule.split(' ')[0]))]).toEqual(['no-answer']);
    expect(failed.length).toBeLessThan(5);
  });

  it('says that a service is not there, and asks it nothing else', async () => {
    const checks = await run('http://127.0.0.1:9', true);
    expect(brokenRules(checks)).toEqual(['no-answer /health']);
    expect(checks.filter(({ outcome }) => outcome.kind !== 'not tested')).toHaveLength(1);
  });
});
