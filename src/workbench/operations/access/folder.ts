/** The files of the profile's folder that the studio and an assistant may read and write: nothing else of the machine. */
import { createHash, randomBytes } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/** Ends an operation with a sentence for the user of the page. */
export class Refused extends Error {}

interface FolderFile {
  /** Relative, with `/`. */
  readonly path: string;
  readonly kind: 'profile' | 'cases' | 'fixture' | 'other';
}

export interface Folder {
  /** The profile first. */
  list(): readonly FolderFile[];
  /** Throws `Refused`. */
  read(path: string): { readonly text: string; readonly version: string };
  /** Replaces or creates a file in one step. Throws `Refused`. */
  write(path: string, text: string): string;
  /** Creates files, all or none. Throws `Refused` if one of them exists. */
  create(files: ReadonlyMap<string, string>): void;
  has(path: string): boolean;
}

/** 128 bits of the text's SHA-256, in hexadecimal digits: shows whether a file changed between reading and saving it. */
const versionOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

/** Files that belong to a profile. Others of its folder, such as .env and engine.yaml, may contain secrets. */
const kinds: readonly (readonly [RegExp, FolderFile['kind']])[] = [
  [/^cases\/[\w.-]+\.ya?ml$/, 'cases'],
  [/^cases\/[\w.-]+\/([\w.-]+\/)?[\w.-]+\.(sql|csv)$/, 'fixture'],
  [/^fixture\/[\w.-]+\.(sql|csv|ya?ml|json)$/, 'fixture'],
  [/^README\.md$/, 'other'],
  [/^[\w.-]+\.lock\.ya?ml$/, 'other'],
];

const order: readonly FolderFile['kind'][] = ['profile', 'cases', 'fixture', 'other'];

/** Bytes of a file. */
const largest = 4_000_000;

function kindOf(path: string, profileFile: string): FolderFile['kind'] | undefined {
  if (path === profileFile) return 'profile';
  if (path.split('/').some((part) => part.startsWith('.'))) return undefined;
  return kinds.find(([pattern]) => pattern.test(path))?.[1];
}

/** The real path of the nearest folder that exists. */
function realFolder(path: string): string {
  const parent = dirname(path);
  return existsSync(parent) ? realpathSync(parent) : realFolder(parent);
}

/** `root`: absolute path of the folder; `profileFile`: the name of the profile in it. */
export function openFolder(root: string, profileFile: string): Folder {
  const real = realpathSync(root);
  const isInside = (path: string): boolean => path === real || path.startsWith(real + sep);

  /** The absolute path of a permitted file. */
  function pathOf(path: string): string {
    if (kindOf(path, profileFile) === undefined)
      throw new Refused(
        `${path} is not a file of the profile: only the profile, its cases and its fixture can be opened.`,
      );
    const full = join(real, path);
    if (!isInside(realFolder(full))) throw new Refused(`${path} leads out of the profile's folder.`);
    const entry = lstatSync(full, { throwIfNoEntry: false });
    if (entry?.isSymbolicLink()) throw new Refused(`${path} is a symbolic link, which is not followed.`);
    if (entry !== undefined && !entry.isFile()) throw new Refused(`${path} is not a file.`);
    return full;
  }

  function list(): readonly FolderFile[] {
    const names = ['', 'fixture'].flatMap((folder) => filesIn(folder, 0)).concat(filesIn('cases', 2));
    const files = names.sort().flatMap((path): FolderFile[] => {
      const kind = kindOf(path, profileFile);
      return kind === undefined ? [] : [{ path, kind }];
    });
    return files.sort((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
  }

  /** The files of a folder, and of its folders down to a depth. Symbolic links are neither. */
  function filesIn(folder: string, depth: number): readonly string[] {
    const full = join(real, folder);
    if (lstatSync(full, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
    return readdirSync(full, { withFileTypes: true }).flatMap((entry): readonly string[] => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && depth > 0) return filesIn(path, depth - 1);
      return entry.isFile() ? [path] : [];
    });
  }

  return {
    list,
    has: (path) => existsSync(pathOf(path)),
    read(path) {
      const full = pathOf(path);
      const size = lstatSync(full, { throwIfNoEntry: false })?.size;
      if (size === undefined) throw new Refused(`${path} does not exist.`);
      if (size > largest) throw new Refused(`${path} is larger than ${largest} bytes. Open it in an editor.`);
      const text = readFileSync(full, 'utf8');
      return { text, version: versionOf(text) };
    },
    write(path, text) {
      const full = pathOf(path);
      mkdirSync(dirname(full), { recursive: true });
      const temporary = join(dirname(full), `.${randomBytes(6).toString('hex')}.tmp`);
      try {
        const mode = lstatSync(full, { throwIfNoEntry: false })?.mode;
        writeFileSync(temporary, text, { flag: 'wx', ...(mode === undefined ? {} : { mode: mode & 0o777 }) });
        renameSync(temporary, full);
      } catch (error) {
        rmSync(temporary, { force: true });
        throw new Refused(`${path} cannot be written: ${error instanceof Error ? error.message : String(error)}`);
      }
      return versionOf(text);
    },
    create(files) {
      const created: string[] = [];
      try {
        for (const [path, text] of files) {
          const full = pathOf(path);
          mkdirSync(dirname(full), { recursive: true });
          writeFileSync(full, text, { flag: 'wx' });
          created.push(full);
        }
      } catch (error) {
        for (const full of created) rmSync(full, { force: true });
        if (error instanceof Refused) throw error;
        throw new Refused(`Nothing was written: ${error instanceof Error ? error.message : String(error)}`);
      }
    },
  };
}

/** The path of a file relative to the folder, with `/`; undefined if it is outside. */
export function inFolder(root: string, file: string): string | undefined {
  const path = relative(root, file);
  return path.startsWith('..') || path === '' ? undefined : path.split(sep).join('/');
}
