/** A shipped profile, served with its fixture and the double of its ERP, as the platform uses it. */
import { readFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { readBases } from '../../engine/index.ts';
import { type Declared, declaredBy } from '../../engine/tools/index.ts';
import { contract } from '../../src/contract/index.ts';
import { locateBase } from '../../src/service/config/locate-base.ts';
import { type ErpDouble, loadDouble } from '../../src/workbench/checks/conformance/erp-double.ts';
import { openFixtureAccess } from '../../src/workbench/checks/conformance/fixture-access.ts';
import {
  openServiceUnderTest,
  type ServiceUnderTest,
} from '../../src/workbench/checks/conformance/service-under-test.ts';
import { nameOf } from '../../src/workbench/checks/core/check.ts';
import type { FixtureAccess } from '../../src/workbench/checks/core/fixture-access.ts';
import { reasonIn } from '../../src/workbench/checks/core/outcome.ts';
import type { CheckResult } from '../../src/workbench/checks/core/run-checks.ts';
import { runSandbox } from '../../src/workbench/checks/sandbox/run.ts';
import { type Caller, createCaller } from '../../src/workbench/checks/validation/index.ts';
import type { Scratch } from '../../src/workbench/testing/databases/server-addresses.ts';
import type { Fixture } from '../../src/workbench/testing/fixture/fixture.ts';
import { openFixtures } from '../../src/workbench/testing/fixture/fixtures.ts';
import { root } from '../src/cli/here.ts';

/** The article of the connection test: no fixture has it. */
const demoSku = 'CONNECTION-TEST-SKU';

interface ServedInput {
  /** Of a folder in `profiles/`, or the path of a profile. */
  readonly name: string;
  /** Values of the profile's settings. */
  readonly settings: Readonly<Record<string, string>>;
  readonly scratch?: Scratch;
  /** Done to the databases before the service starts; gives connections in place of the fixture's own. */
  readonly before?: (databases: Fixture['databases']) => Promise<Fixture['connections'] | undefined>;
}

export interface Served {
  readonly service: ServiceUnderTest;
  readonly caller: Caller;
  readonly profile: Declared;
  /** Access to the ERP's records, the clock and the service. */
  readonly access: FixtureAccess;
  /** By source: statements without the engine, as by another user of the ERP. */
  readonly databases: Fixture['databases'];
  close(): Promise<void>;
}

/** Fills the fixture, starts the double where there is one, and the service. Rejects with the first diagnostic where it does not start. */
export async function serve({ name, settings, scratch = {}, before }: ServedInput): Promise<Served> {
  const profileFile = isAbsolute(name) ? name : join(root, 'profiles', name, 'profile.yaml');
  const locate = locateBase({ cwd: root, packageRoot: root });
  const text = readFileSync(profileFile, 'utf8');
  const bases = await readBases(text, profileFile, name, locate);
  const declared = declaredBy(text, bases);
  if (declared === undefined) throw new Error(`${profileFile} does not hold to the grammar.`);
  const folders = [dirname(profileFile), ...bases.folders];
  const fixtures = openFixtures(scratch);
  const made = await fixtures.make(folders, declared.sources);
  if (made.kind === 'unproven') throw new Error(`${made.reason}. ${made.cure}`);
  if (made.kind === 'refused') throw new Error(made.diagnostics[0]?.message);
  const { fixture } = made;
  const { databases } = fixture;
  const connections = (await before?.(databases)) ?? fixture.connections;
  let double: ErpDouble | undefined;
  if (declared.sources.some(({ kind }) => kind === 'http')) {
    const loaded = await loadDouble(folders);
    if (loaded.kind !== 'found') throw new Error(`There is no double that can be loaded beside ${profileFile}.`);
    double = await loaded.start(databases);
  }
  const given = { ...declared.values(settings).environment, ...double?.environment };
  const profile = { contract, profileFile, profileName: name, locate, environment: given, now: Date.now };
  const opened = await openServiceUnderTest({
    ...{ ...profile, connections, demoSku },
    ...{ connectors: fixture.connectors, store: fixture.store, packageRoot: root },
  });
  const end = async (): Promise<void> => {
    await double?.close();
    await fixture.drop();
    await fixtures.close();
  };
  if (!opened.ok) {
    await end();
    throw new Error(opened.diagnostics.map(({ message }) => message).join('\n'));
  }
  const { service } = opened;
  return {
    service,
    caller: createCaller({ baseUrl: service.baseUrl(), keys: service.keys }),
    databases,
    profile: declared,
    access: openFixtureAccess({ declared, databases, double, service, profile }),
    close: async () => {
      await service.close();
      await end();
    },
  };
}

/** Does all of the platform's work against it, writes too. */
export function inSandbox({ caller, profile }: Served, currency = 'EUR'): Promise<readonly CheckResult[]> {
  const none = { customer: undefined, sku: undefined, debtor: undefined };
  const { deviations } = profile;
  const settings = { ...none, writes: true, currency, demoSku, maxPages: 200, banks: [], deviations };
  return runSandbox({ caller, settings, rotation: undefined, now: Date.now, report: () => undefined });
}

/** What a run of the sandbox found wrong, and what it did not reach. */
export function outcomes(results: readonly CheckResult[]): readonly string[] {
  return results.flatMap(({ check, outcome }) => {
    if (outcome.kind === 'passed') return [];
    if (outcome.kind !== 'failed') return [`${outcome.kind}: ${nameOf(check)}: ${reasonIn(outcome)}`];
    return [`${nameOf(check)}: ${outcome.findings.map((one) => `${one.path} ${one.message}`).join('; ')}`];
  });
}
