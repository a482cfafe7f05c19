/** Plants one silent fault at a time in a profile, and reports what detects it without any case. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isMap, isScalar, parseDocument } from 'yaml';
import { checkProfile, noBases } from '../../engine/index.ts';
import { type Declared, declaredBy } from '../../engine/tools/index.ts';
import { contract } from '../../src/contract/index.ts';
import { locateBase } from '../../src/service/config/locate-base.ts';
import type { ErpDouble } from '../../src/workbench/checks/conformance/erp-double.ts';
import { openFixtureAccess } from '../../src/workbench/checks/conformance/fixture-access.ts';
import { openServiceUnderTest } from '../../src/workbench/checks/conformance/service-under-test.ts';
import type { Check } from '../../src/workbench/checks/core/check.ts';
import { openContext } from '../../src/workbench/checks/core/context.ts';
import { type CheckResult, runChecks } from '../../src/workbench/checks/core/run-checks.ts';
import { checksFor, knownEndpoints } from '../../src/workbench/checks/list.ts';
import { createCaller } from '../../src/workbench/checks/validation/index.ts';
import { usersOf } from '../../src/workbench/mutation/uses.ts';
import type { Fixture } from '../../src/workbench/testing/fixture/fixture.ts';
import { root, runHere } from '../src/cli/here.ts';
import type { SilentFault } from './silent-faults.ts';
import { nothing } from './silent-page.ts';

/** The databases of the profile, and its ERP. */
interface Erp {
  readonly fixture: Fixture;
  readonly double: ErpDouble | undefined;
  /** Values of the variables that the profile's settings name. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  close(): Promise<void>;
}

export interface ReplayInput {
  /** Of a folder in `profiles/`. */
  readonly name: string;
  /** Opens the ERP. */
  readonly open: (declared: Declared) => Promise<Erp>;
  /** Whether faults of reads share one ERP. A fault of a write gets one of its own, since its documents would be in the way of other checks. */
  readonly shares: boolean;
  /** Codes of bank accounts that the ERP has. */
  readonly banks: readonly string[];
}

export interface Replay {
  readonly profile: string;
  /**
   * What finds the fault first: `engine check --strict`, `engine check --connect`, or a check of the conformance suite that passes without the fault.
   * `expected`: only this finder is tried.
   */
  finderOf(fault: SilentFault, expected?: string): Promise<string>;
  close(): Promise<void>;
}

/** Themes that a fault of the mapping can break; those that find most come first. */
const themes = [
  'agreement',
  'lookups',
  'statement',
  'writes',
  'search',
  'modifiedSince',
  'paging',
  'sku',
  'limits',
  'columns',
  'read-back',
  'time',
  'unrelated rows',
];
const themeOf = ({ id }: Check): number => themes.indexOf(id.slice(0, id.indexOf('/')));
const demoSku = 'CONNECTION-TEST-SKU';

const withStrict = ', with `--strict`';
const named = ({ id }: Check): string => `\`${id}\``;

/** Endpoints that a fault can affect: those that it changes, and those that use a part that it changes. */
function affectedBy(profile: string, { edits }: SilentFault): ReadonlySet<string> {
  const document = parseDocument(profile);
  const { contents } = document;
  if (!isMap(contents)) throw new Error('The profile is no map.');
  const users = usersOf([profile], contract);
  const sections = contents.items.flatMap(({ key, value }) =>
    isScalar(key) && isMap(value) ? value.items.map((item) => ({ section: String(key.value), item })) : [],
  );
  return new Set(
    edits.flatMap(([text]) => {
      const at = profile.indexOf(text);
      const until = at + text.length;
      const touched = sections.filter(({ item: { key, value } }) => {
        const [from, end] = [key.range?.[0] ?? 0, value?.range?.[2] ?? 0];
        return from < until && end > at;
      });
      return touched.flatMap(({ section, item: { key } }) => users([section, isScalar(key) ? String(key.value) : '']));
    }),
  );
}

/** The checks of the affected endpoints, and of those that compare others with them. */
function checksOf(declared: Declared, affected: ReadonlySet<string>): readonly Check[] {
  return checksFor(knownEndpoints(contract), declared)
    .filter(
      (check) =>
        themeOf(check) >= 0 && [check.path, ...check.needs, ...(check.uses ?? [])].some((path) => affected.has(path)),
    )
    .toSorted((one, other) => themeOf(one) - themeOf(other));
}

type Kind = CheckResult['outcome']['kind'];

interface Opened {
  readonly declared: Declared;
  readonly profileFile: string;
  readonly banks: readonly string[];
}

/** Runs checks over a text of the profile, one after the other, until `isEnough`. Returns false if the service does not start. */
async function runOver(
  { declared, profileFile, banks }: Opened,
  { fixture, double, environment }: Erp,
  { text, checks, isEnough }: Run,
): Promise<boolean> {
  const { connections, connectors, store, databases } = fixture;
  const locate = locateBase({ cwd: root, packageRoot: root });
  const source = { profileFile, profileText: text, profileName: profileFile, locate };
  const profile = { ...source, contract, environment, now: Date.now };
  const opened = await openServiceUnderTest({
    ...{ ...profile, packageRoot: root, demoSku, connections, connectors, store },
  });
  if (!opened.ok) return false;
  const { service } = opened;
  try {
    const settings = {
      ...{ writes: true, customer: undefined, sku: undefined, debtor: undefined, currency: undefined, demoSku, banks },
      ...{ maxPages: 2_000, mostSamples: 200, concurrency: 5, largestPage: () => 500, deviations: declared.deviations },
    };
    const openCaller = () => createCaller({ baseUrl: service.baseUrl(), keys: service.keys });
    const access = openFixtureAccess({ declared, databases, double, service, profile });
    const context = openContext({ openCaller, settings, profile: declared, fixture: access, now: Date.now });
    for (const check of checks) {
      const kinds: Kind[] = [];
      await runChecks(context, [check], ({ outcome }) => kinds.push(outcome.kind));
      // A failed result of another endpoint may follow that of the check.
      if (isEnough(check, kinds.includes('failed') ? 'failed' : (kinds[0] ?? 'not tested'))) break;
    }
    return true;
  } finally {
    await service.close();
  }
}

interface Run {
  readonly text: string;
  readonly checks: readonly Check[];
  /** Called with the result of each check. */
  readonly isEnough: (check: Check, kind: Kind) => boolean;
}

const writing = new Set(contract.endpoints.filter(({ answer }) => answer.kind === 'write').map(({ path }) => path));

const keyOf = ({ id, path }: Check): string => `${id} ${path}`;

/** Opens the ERP, and runs the checks over the profile as it is. `expected`: finders that are looked for; undefined: any. */
export async function openReplay(
  { name, open, shares, banks }: ReplayInput,
  expected?: readonly string[],
): Promise<Replay> {
  const profileFile = join(root, 'profiles', name, 'profile.yaml');
  const profile = readFileSync(profileFile, 'utf8');
  const declared = declaredBy(profile, noBases);
  if (declared === undefined) throw new Error(`${profileFile} does not hold to the grammar.`);
  const opened = { declared, profileFile, banks };
  const folder = mkdtempSync(join(tmpdir(), 'engine-silent-'));
  const shared = shares ? await open(declared) : undefined;

  const run = async (what: Run, writes: boolean): Promise<boolean> => {
    if (shared !== undefined && !writes) return runOver(opened, shared, what);
    const erp = await open(declared);
    try {
      return await runOver(opened, erp, what);
    } finally {
      await erp.close();
    }
  };

  const all = checksOf(declared, new Set(declared.endpoints.keys()));
  const wanted = all.filter((check) => expected === undefined || expected.some((one) => one.startsWith(named(check))));
  const passing = new Set<string>();
  const note = (check: Check, kind: Kind): boolean => {
    if (kind === 'passed') passing.add(keyOf(check));
    return false;
  };
  await run({ text: profile, checks: wanted, isEnough: note }, true);
  const originalMessages = new Set((await checkProfile(profile, name, contract, {})).map(({ message }) => message));

  async function byCheck(text: string): Promise<string | undefined> {
    const findings = await checkProfile(text, name, contract, {});
    const finding = findings.find(({ message }) => !originalMessages.has(message));
    return finding && `\`check\` (${finding.code})`;
  }

  /** What a description of the database, and its data, show. */
  async function byConnecting(text: string): Promise<string | undefined> {
    const profileFolder = mkdtempSync(join(folder, 'profile-'));
    cpSync(join(root, 'profiles', name), profileFolder, { recursive: true });
    const file = join(profileFolder, 'profile.yaml');
    writeFileSync(file, text);
    const env = shared?.environment ?? {};
    const { status, out, err } = await runHere(['check', '--strict', '--connect', file], { env, cwd: profileFolder });
    return status === 0 ? undefined : `\`check --connect\` (${/[A-Z]{3}\d{3}/.exec(out + err)?.[0]})`;
  }

  const byChecks = async (fault: SilentFault, text: string, only?: string): Promise<string | undefined> => {
    const affected = affectedBy(profile, fault);
    const isWanted = (check: Check): boolean => only === undefined || only.startsWith(named(check));
    const checks = checksOf(declared, affected).filter((check) => passing.has(keyOf(check)) && isWanted(check));
    let failed: Check | undefined;
    let unshown: Check | undefined;
    const isEnough = (check: Check, kind: Kind): boolean => {
      if (kind === 'failed') failed = check;
      if (kind === 'not tested') unshown ??= check;
      return failed !== undefined;
    };
    const writes = [...affected].some((path) => writing.has(path));
    if (!(await run({ text, checks, isEnough }, writes))) return '`check --connect`';
    if (failed !== undefined) return named(failed);
    return unshown && `${named(unshown)}${withStrict}`;
  };

  return {
    profile,
    async finderOf(fault, only) {
      for (const [text] of fault.edits)
        if (!profile.includes(text)) throw new Error(`${fault.kind}: ${fault.where}: the profile has no ${text}`);
      const text = fault.edits.reduce((before, [old, by]) => before.replace(old, () => by), profile);
      const tries = [
        { prefix: '`check` ', by: () => byCheck(text) },
        { prefix: '`check --connect`', by: () => byConnecting(text) },
        { prefix: '`', by: () => byChecks(fault, text, only) },
      ];
      const chosen = only === undefined ? tries : tries.filter(({ prefix }) => only.startsWith(prefix)).slice(0, 1);
      for (const { by } of chosen) {
        const detectedBy = await by();
        if (detectedBy !== undefined) return detectedBy;
      }
      return nothing;
    },
    async close() {
      await shared?.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
