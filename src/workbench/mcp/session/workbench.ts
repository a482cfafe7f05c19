/** The profile that a session is about, and what its tools may do with it. */
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Host } from '../../../service/lifecycle/host.ts';
import { type Conceal, concealSecrets } from '../../operations/access/conceal.ts';
import { type Folder, openFolder, Refused } from '../../operations/access/folder.ts';
import { createRecords, type SessionRecords } from '../../operations/workspace/session-records.ts';
import { createWarmEngines, type WarmEngines } from '../../operations/workspace/warm-engines.ts';
import { openWorkspace, type Workspace } from '../../operations/workspace/workspace.ts';
import { type ErpColumns, openErpColumns } from '../mask/erp-columns.ts';
import { contractValues, contractWords, profileValues, profileWords, proseWords } from '../mask/known-words.ts';
import { createSessionMasker, type SessionMasker } from '../mask/session-masker.ts';
import { areAgreed, areRequestsAgreed, type Connections, connectionsOf } from './connections.ts';
import { createPreliminary, type Preliminary } from './preliminary.ts';
import type { RunVerb } from './run-verb.ts';

interface WorkbenchInput {
  readonly host: Host;
  /** Absolute path of the profile. It may be missing. */
  readonly profileFile: string;
  /** Path of the configuration, as in `--config`. */
  readonly config: string | undefined;
  /** Name of an entry of `services`, as in `--service`. */
  readonly service: string | undefined;
  /** Words of `engine init` that name the database of a new ERP; empty if the person has given none. */
  readonly database: readonly string[];
  /** Secrets of that database, such as its password. */
  readonly secrets: readonly string[];
  readonly runVerb: RunVerb;
  /** Takes errors that are bugs of this program. */
  readonly failed: (error: unknown) => void;
}

export interface Workbench extends Omit<WorkbenchInput, 'config' | 'service' | 'secrets'> {
  /** Absolute path of the profile's folder. */
  readonly root: string;
  readonly records: SessionRecords;
  /** The masker of the session, with the words of the profile as it is now. */
  masking(): Promise<SessionMasker>;
  /** Words of the profile that the person has agreed to, of the contract and of tables, in small letters. */
  namedWords(): ReadonlySet<string>;
  /** Texts in quotes of that profile, and the words of the contract, in small letters. */
  agreedValues(): ReadonlySet<string>;
  /** Whether an expression is a part of that profile: `profile`, the texts as they are now, is the same, or has it word by word. */
  isAgreed(profile: readonly string[], expression: string): boolean;
  /** Whether that profile is the same, or has a number or a text as a whole word. */
  hasAgreedLiteral(profile: readonly string[], literal: string): boolean;
  /** The columns of the databases of the profile. Rejects with `Refused` if they cannot be read. */
  columns(workspace: Workspace): Promise<ErpColumns>;
  /** Takes names of tables and columns: messages may contain them. */
  nameTables(names: Iterable<string>): void;
  hasProfile(): boolean;
  /** The profile as it is on disk. Throws `Refused` if there is none. */
  open(): Workspace;
  /** The profile, for tools that connect to its ERP. Rejects with `Refused` if it connects elsewhere than the person has agreed to. */
  connect(): Promise<Workspace>;
  /** The profile, or before there is one the database that the person has named: for tools that show tables. Rejects with `Refused` as `connect`. */
  connectForTables(): Promise<Workspace>;
  /** The files of the folder, which is created for a new profile. */
  files(): Folder;
  /** Takes the connections and words of the profile as agreed to: the person has started the command with it. */
  agree(): Promise<void>;
  /** The same for a proposal from the person's own database, which `isProposal` recognises from now on. */
  agreeToProposal(): Promise<void>;
  /** Whether the folder has the files of the last proposal of this session, unchanged, and no others. */
  isProposal(): boolean;
  /** Engines that stay open between calls. */
  engines(workspace: Workspace): WarmEngines;
  /** A function that hides secrets, as they are now. */
  conceal(): Promise<Conceal>;
  close(): Promise<void>;
}

/** All files of a folder and of its folders: relative paths with texts. */
const filesUnder = (root: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(root, { recursive: true, withFileTypes: true }).flatMap((entry) => {
      const path = join(entry.parentPath, entry.name);
      return entry.isDirectory() ? [] : [[relative(root, path), entry.isFile() ? readFileSync(path, 'utf8') : '']];
    }),
  );

const hasWord = (text: string, word: string): boolean => text.split(/[^\p{L}\p{N}.]+/u).includes(word);

/** YAML folds the lines of a long text. */
const withoutSpaces = (text: string): string => text.replaceAll(/\s+/g, '');

const noProfile =
  'There is no profile yet. Call `propose` to generate one from the database, or write profile.yaml with `write_file`.';

const notAgreed =
  'The profile would connect to another ERP than the one that the person has agreed to, or read another variable of the environment that has a value. Restore `sources` and `settings`. If the change is right, show it to the person: after a restart of `engine mcp` it counts as agreed.';

const newFact =
  'The profile has a fact over HTTP that it did not have when the person started the command: its value would reveal what the ERP answers to a guess. Show it to the person: after a restart of `engine mcp` it counts as agreed.';

const newConnection =
  'The person has not agreed to the sources of this new profile yet. Show `sources` and `settings` to the person: after a restart of `engine mcp` they count as agreed. `check` without `connect`, `test` and `conformance` work before that.';

/** A session begins with the connections of the profile as it is: the person has started it with this profile. */
export function openWorkbench({
  host,
  profileFile,
  config,
  service,
  database,
  secrets,
  runVerb,
  failed,
}: WorkbenchInput): Workbench {
  const root = dirname(profileFile);
  let agreed: Connections | undefined;
  let preliminary: Preliminary | undefined;
  let engines: WarmEngines | undefined;
  const masker = createSessionMasker();
  const tableNames = new Set<string>();
  /** The texts of the profile that the person has agreed to. */
  let agreedTexts: readonly string[] = [];
  let columns: Promise<ErpColumns> | undefined;
  let ordinary: ReadonlySet<string> | undefined;
  /** The files of the last proposal. */
  let proposal: ReadonlyMap<string, string> | undefined;

  function open(file = profileFile): Workspace {
    if (!existsSync(file)) throw new Refused(noProfile);
    const opened = openWorkspace(host, { profile: file, config, service });
    if (!opened.ok) throw new Refused(opened.diagnostics.map(({ message, hint }) => `${message} ${hint}`).join(' '));
    return opened.workspace;
  }

  async function connect(): Promise<Workspace> {
    const workspace = open();
    const now = await connectionsOf(workspace);
    if (agreed === undefined) throw new Refused(newConnection);
    const isAgreed = now !== undefined && areAgreed(agreed, now, workspace.load().profile.environment);
    // A profile that cannot be parsed connects to nothing, and its findings say why.
    if (now !== undefined && !isAgreed) throw new Refused(notAgreed);
    if (now !== undefined && !areRequestsAgreed(agreed, now)) throw new Refused(newFact);
    return workspace;
  }

  async function agree(): Promise<void> {
    const workspace = open();
    agreed = await connectionsOf(workspace);
    const { text, bases } = await workspace.read();
    agreedTexts = [text, ...bases.texts.values()];
    columns = undefined;
  }

  async function connectForTables(): Promise<Workspace> {
    if (existsSync(profileFile) || database.length === 0) return connect();
    preliminary ??= createPreliminary({ root, database, runVerb });
    return open(await preliminary.file());
  }

  async function conceal(): Promise<Conceal> {
    const concealKnownSecrets = concealSecrets(secrets, '');
    if (!existsSync(profileFile)) return concealKnownSecrets;
    const concealProfile = await open().conceal();
    return (text) => concealKnownSecrets(concealProfile(text));
  }

  // A word that the assistant writes into the profile is not kept: otherwise a guess would show itself.
  const namedWords = (): ReadonlySet<string> =>
    new Set([...agreedTexts.flatMap(profileWords), ...contractWords(host.contract), ...tableNames]);
  const agreedValues = (): readonly string[] => [
    ...agreedTexts.flatMap(profileValues),
    ...contractValues(host.contract),
  ];

  async function masking(): Promise<SessionMasker> {
    const { packageRoot } = host;
    ordinary ??= proseWords(packageRoot);
    masker.begin({ values: agreedValues(), words: { ordinary, named: namedWords() }, conceal: await conceal() });
    return masker;
  }

  return {
    ...{ host, profileFile, database, runVerb, failed, root, connect, connectForTables, conceal, masking },
    open: () => open(),
    records: createRecords(),
    hasProfile: () => existsSync(profileFile),
    files() {
      mkdirSync(root, { recursive: true });
      return openFolder(root, basename(profileFile));
    },
    agree,
    async agreeToProposal() {
      await agree();
      proposal = filesUnder(root);
    },
    isProposal: () => isDeepStrictEqual(proposal, filesUnder(root)),
    namedWords,
    isAgreed: (profile, expression) =>
      isDeepStrictEqual(profile, agreedTexts) ||
      agreedTexts.some((text) => withoutSpaces(text).includes(withoutSpaces(expression))),
    hasAgreedLiteral: (profile, literal) =>
      isDeepStrictEqual(profile, agreedTexts) || agreedTexts.some((text) => hasWord(text, literal)),
    agreedValues: () => new Set(agreedValues().map((value) => value.toLowerCase())),
    columns(workspace) {
      columns ??= openErpColumns(workspace);
      columns.catch(() => {
        columns = undefined;
      });
      return columns;
    },
    engines(workspace) {
      engines ??= createWarmEngines(workspace, failed);
      return engines;
    },
    nameTables(names) {
      for (const name of names) tableNames.add(name.toLowerCase());
    },
    async close() {
      preliminary?.close();
      await engines?.close();
    },
  };
}
