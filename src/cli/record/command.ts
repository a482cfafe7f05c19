/** `engine record`: runs calls against the ERP, and writes cases with replaced values. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { SourceError } from '../../../engine/index.ts';
import { jsonText } from '../../../engine/tools/index.ts';
import { displayPath } from '../../service/config/display-path.ts';
import { readText } from '../../service/config/environment.ts';
import type { ExitStatus, Host } from '../../service/lifecycle/host.ts';
import { loadProfile } from '../../service/lifecycle/load-profile.ts';
import { showDiagnostics } from '../../service/lifecycle/show-diagnostics.ts';
import type { OmittedCall } from '../../workbench/record/attempt.ts';
import { compareRecordings } from '../../workbench/record/compare.ts';
import { showChanges } from '../../workbench/record/mutants/show-changes.ts';
import { type RecordInput, type Recording, record } from '../../workbench/record/record.ts';
import { reviewText } from '../../workbench/record/review.ts';
import { openFixtures } from '../../workbench/testing/fixture/fixtures.ts';
import { addSettingFlags, givenFlags, serviceFlag } from '../shared/flags.ts';
import { whileWaiting } from '../shared/progress.ts';
import { UsageError, wholeNumber } from '../shared/usage.ts';
import { scratchServers } from '../test/database-servers.ts';
import type { RecordFlags } from './flags.ts';
import { type PreparedRecording, prepareRecording } from './prepare.ts';

const examples = `
Examples:
  engine record --profile acme.yaml --review                        what would be replaced, with examples; writes nothing
  engine record --profile acme.yaml --out recorded --key-file key   cases and fixture from the scenarios of the sandbox
  engine record --profile acme.yaml --calls calls.yaml --out new    the calls of a list: [{ call: /debtors/list, request: { limit: 3 } }]
  engine record --profile acme.yaml --listen 8090 --minutes 15 --out new   the reads that the platform sends to a running service
  engine record --profile acme.yaml --key-file key --compare recorded/cases/recorded.yaml   after an upgrade: which answers differ

Only reads. A write into a database is rolled back; one over HTTP ends before the first request that changes the ERP, unless --writes is
given: only for a test company. Real values stay in memory: what is written has invented ones. --review shows real values on the terminal.

Exit status: 0 on success, 1 if nothing was recorded or an answer differs, 2 for wrong usage.
`;

const append = (value: string, before: readonly string[]): readonly string[] => [...before, value];

/** `engine record`: ends with 1 where nothing was recorded or, with `--compare`, an answer differs. */
export function addRecord(program: Command, host: Host, end: (status: ExitStatus) => void): void {
  const command = program
    .command('record')
    .description('run calls against the ERP, and write cases and a fixture with invented values')
    .addOption(
      new Option('--calls <file>', 'list of calls, or a file of cases (default: the scenarios of the sandbox)'),
    )
    .addOption(
      new Option('--listen <port>', 'take the requests of the platform on this port of the loopback interface')
        .argParser(wholeNumber('--listen', 1, 65_535))
        .conflicts(['calls', 'writes', 'compare']),
    )
    .addOption(
      new Option('--forward <url>', 'the running service that --listen forwards to').default('http://127.0.0.1:8080'),
    )
    .addOption(
      new Option('--minutes <count>', 'how long --listen takes requests; Ctrl-C ends it earlier')
        .argParser(wholeNumber('--minutes', 1, 240))
        .default(10),
    )
    .addOption(new Option('--out <folder>', 'folder to write to: it gets a profile, a fixture and cases'))
    .addOption(
      new Option('--key-file <file>', 'key of the replacements; created if it does not exist. Keep it to yourself'),
    )
    .addOption(
      new Option('--allow <column...>', 'column whose values are kept: TABLE.COLUMN, or COLUMN of all tables')
        .argParser(append)
        .default([]),
    )
    .addOption(new Option('--schema <file>', 'SQL that creates the tables, instead of what the catalogue says'))
    .addOption(new Option('--writes', 'also write over HTTP: only into a test company'))
    .addOption(new Option('--bank <code>', 'code of a bank account for payments').argParser(append).default([]))
    .addOption(
      new Option(
        '--most <calls>',
        'calls of one endpoint at most, besides those that reach parts of the profile which no other one reaches',
      )
        .argParser(wholeNumber('--most', 1, 1_000))
        .default(20),
    )
    .addOption(
      new Option(
        '--explore <calls>',
        'further calls of one endpoint at most that look for parts of the profile which no call has reached',
      )
        .argParser(wholeNumber('--explore', 0, 1_000))
        .default(100),
    )
    .addOption(
      new Option(
        '--mutants <minutes>',
        'look for calls that show changes of the profile, for so long; 0: record all calls',
      )
        .argParser(wholeNumber('--mutants', 0, 600))
        .default(10),
    )
    .addOption(
      new Option('--cases <count>', 'cases at most, with --mutants')
        .argParser(wholeNumber('--cases', 1, 1_000))
        .default(60),
    )
    .addOption(new Option('--review', 'show every class with examples, and write nothing').conflicts('out'))
    .addOption(
      new Option('--compare <file...>', 'cases of an earlier recording: report answers that differ').conflicts('out'),
    )
    .addOption(new Option('--scratch <url>', 'database server for the replay').argParser(append).default([]))
    .addOption(serviceFlag())
    .addHelpText('after', examples);
  addSettingFlags(command, (setting) => ['profile', 'installation', 'store'].includes(setting)).action(async () => {
    end(await runRecord(host, command.opts<RecordFlags>(), givenFlags(command)));
  });
}

/** The key of the file, which is created if it does not exist. Without a file, a random key. */
function maskingKey(host: Host, file: string | undefined): string {
  if (file === undefined) return randomBytes(32).toString('hex');
  const path = resolve(host.cwd, file);
  const keptKey = readText(path)?.trim();
  if (keptKey !== undefined && keptKey !== '') return keptKey;
  if (existsSync(path)) throw new UsageError(`the key file ${file} is empty or cannot be read`);
  const key = randomBytes(32).toString('hex');
  writeFileSync(path, `${key}\n`, { flag: 'wx', mode: 0o600 });
  return key;
}

/** Given calls, and those that are compared with an earlier recording, are taken as they are. */
function choiceFor({ mutants, cases, calls, listen, compare }: RecordFlags): RecordInput['choose'] {
  if (mutants === 0 || calls !== undefined || listen !== undefined || compare !== undefined) return undefined;
  return showChanges({ budget: mutants * 60_000, mostCases: cases });
}

async function runRecord(host: Host, flags: RecordFlags, given: ReturnType<typeof givenFlags>): Promise<ExitStatus> {
  const { out, compare, review } = flags;
  if (out === undefined && compare === undefined && review !== true)
    throw new UsageError('record needs --out, --review or --compare');
  if (compare !== undefined && flags.keyFile === undefined)
    throw new UsageError('--compare needs --key-file with the key of the earlier recording');
  const folder = out === undefined ? undefined : resolve(host.cwd, out);
  if (folder !== undefined && existsSync(folder) && readdirSync(folder).length > 0)
    throw new UsageError(`${out} is not empty, and record overwrites nothing`);
  const earlier = compare?.map((file) => {
    const text = readText(resolve(host.cwd, file));
    if (text === undefined) throw new UsageError(`the file ${file} cannot be read`);
    return text;
  });
  const { profile: profileFlag, installation, store, config: configFlag, service } = given;
  const loaded = loadProfile(host, { profile: profileFlag, installation, store, config: configFlag, service });
  if (!loaded.ok) {
    showDiagnostics(host, loaded.diagnostics, loaded.sources);
    return 1;
  }
  const fixtures = openFixtures(scratchServers(flags.scratch, host.env));
  try {
    const prepared = await prepareRecording(host, loaded, flags, earlier?.[0]);
    if (!prepared.ok) {
      showDiagnostics(host, prepared.diagnostics, prepared.sources);
      return 1;
    }
    try {
      const key = maskingKey(host, flags.keyFile);
      const recorded = await whileWaiting(host, 'Calling the ERP', ({ show }) =>
        record({
          ...{ ...prepared.input, allow: flags.allow, writes: flags.writes === true, key, fixtures, progress: show },
          choose: choiceFor(flags),
        }),
      );
      if (!recorded.ok) {
        showDiagnostics(host, recorded.diagnostics, recorded.sources);
        return 1;
      }
      return finish(host, { prepared, recording: recorded.recording, folder, earlier, isReview: review === true });
    } finally {
      await prepared.close();
    }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    host.err(`engine: the ERP cannot be read: ${error.message}\n`);
    return 1;
  } finally {
    await fixtures.close();
  }
}

interface Finished {
  readonly prepared: Extract<PreparedRecording, { readonly ok: true }>;
  readonly recording: Recording;
  readonly folder: string | undefined;
  readonly earlier: readonly string[] | undefined;
  readonly isReview: boolean;
}

/** The vendors' descriptions below the folder of the profile, by path. */
function descriptionsOf({
  input: { profile, declared },
}: Finished['prepared']): readonly (readonly [string, string])[] {
  return declared.descriptions.flatMap((file): readonly (readonly [string, string])[] => {
    const text =
      isAbsolute(file) || file.startsWith('..') ? undefined : readText(join(dirname(profile.profileFile), file));
    return text === undefined ? [] : [[file, text]];
  });
}

function finish(host: Host, { prepared, recording, folder, earlier, isReview }: Finished): ExitStatus {
  if (isReview) {
    host.out(`${reviewText(recording.review)}\n`);
    showSummary(host, prepared, recording);
    return 0;
  }
  if (earlier !== undefined) return showDrift(host, earlier, recording);
  if (folder !== undefined && recording.recorded > 0) {
    const files = new Map([['profile.yaml', prepared.plainProfile], ...descriptionsOf(prepared), ...recording.files]);
    for (const [path, text] of files) {
      const file = join(folder, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text, { flag: 'wx' });
    }
    const shown = displayPath(host.cwd, folder);
    host.out(`Written: ${[...files.keys()].map((path) => join(shown, path)).join(', ')}\n`);
    host.out(`Run the cases with: engine test ${join(shown, 'profile.yaml')}\n`);
  }
  showSummary(host, prepared, recording);
  return recording.recorded > 0 ? 0 : 1;
}

/** Requests that are shown for one reason. */
const mostShown = 3;
/** Foreign keys that are shown by their names. */
const mostKeys = 10;

/** Requests have replaced values: the same as in the cases. */
function showSummary(
  host: Host,
  { input: { declared } }: Finished['prepared'],
  { recorded, omittedCalls, disagreements, changes, ignoredKeys: [...keys] }: Recording,
): void {
  host.out(`${recorded} calls recorded, ${omittedCalls.length} left out.\n`);
  if (keys.length > 0)
    host.out(
      `Foreign keys of --schema that the fixture ignores, because the rows that they refer to are not recorded or follow later: ${keys.slice(0, mostKeys).join(', ')}${keys.length > mostKeys ? ` and ${keys.length - mostKeys} more` : ''}.\n`,
    );
  if (changes !== undefined)
    host.out(
      `${changes.planted - changes.unshown.length} of ${changes.planted} changes of the profile are shown by a call. \`engine test --mutate\` lists the others.\n`,
    );
  const endpoints = [...declared.endpoints.values()].filter(({ unavailable }) => unavailable === undefined);
  const withQuestions = endpoints.filter(({ hasQuestions }) => hasQuestions).length;
  if (withQuestions > 0)
    host.err(
      `${withQuestions} of ${endpoints.length} endpoints have open questions, so that their calls cannot be recorded. List them with \`engine check\`, and answer them in the profile.\n`,
    );
  else if (recorded + omittedCalls.length === 0) host.err('No call has read from the ERP. Name calls with --calls.\n');
  for (const text of disagreements) host.err(`warning: ${text}\n`);
  const groups = Map.groupBy(omittedCalls, ({ path, reason }: OmittedCall) => `${path}: ${reason}`);
  for (const [text, calls] of groups) {
    host.err(`${calls.length} x ${text}\n`);
    const requests = calls.flatMap(({ request }) => (request === undefined ? [] : [`  ${jsonText(request)}\n`]));
    host.err(requests.slice(0, mostShown).join(''));
    if (requests.length > mostShown) host.err(`  and ${requests.length - mostShown} more\n`);
  }
}

function showDrift(host: Host, earlier: readonly string[], { caseTexts }: Recording): ExitStatus {
  const compared = compareRecordings(earlier, [...caseTexts.values()], host.contract);
  if (compared === undefined) {
    host.err('engine: nothing can be compared: one of the recordings has no cases\n');
    return 1;
  }
  for (const { call, title, line, place } of compared.drifts)
    host.out(`drift: ${call}, "${title}" (line ${line}): the answer differs at ${place}\n`);
  const { drifts, missing } = compared;
  host.out(`${compared.compared} answers compared, ${drifts.length} differ, ${missing} requests were not repeated.\n`);
  return drifts.length > 0 || compared.compared === 0 ? 1 : 0;
}
