/** Watches files for changes of their content. All watches of a process share one look at each file: 1,000 services have 2,000 watches of 1,000 files. */
import { createHash } from 'node:crypto';
import { readFileSync, stat } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { attributesOf, forgetContent, isRecent } from './file-contents.ts';
import { textDigest } from './text-digest.ts';

/** Time between two looks at a part of the files, in milliseconds. */
const partMs = 100;
/** The files are looked at in at least this number of parts: each of them once a second. */
const fewestParts = 10;
/** Most files of a part: many of them neither delay requests nor take more of a core. 10,000 files are looked at every two seconds. */
const mostFiles = 500;
/** Contents are compared at least this often, whatever the time stamps say, in milliseconds: a program can set them back. */
const rereadMs = 30_000;

interface Watch {
  stop(): void;
}

/** What files contained at one moment, by path. */
export type Fingerprints = ReadonlyMap<string, string>;

/** Of the files at this moment, existing or not. */
export function fingerprints(files: readonly string[]): Fingerprints {
  return new Map(files.map((file) => [file, digestSync(file)]));
}

/** Of texts that were read earlier, by the absolute path of the file. */
export function fingerprintsOfTexts(texts: ReadonlyMap<string, string>): Fingerprints {
  return new Map([...texts].map(([file, text]) => [file, textDigest(text)]));
}

/** Those of some files. A file that is not among them counts as missing. */
export function partOf(all: Fingerprints, files: readonly string[]): Fingerprints {
  return new Map(files.map((file) => [file, all.get(file) ?? digestOf(undefined)]));
}

/** A file that is watched at least once. */
interface WatchedFile {
  readonly path: string;
  readonly watchers: Set<Watcher>;
  /** Identity, size and time stamps at the last look; `none` without a file, `unknown` before the first look. */
  attributes: string;
  /** Of the content, as in `Fingerprints`; `none` without a file. */
  digest: string;
  /** Whether the content may have changed after it was read without a change of the attributes. */
  isUnclear: boolean;
  /** When the content was read, from a monotonic clock. */
  readAt: number;
  isBusy: boolean;
}

interface Watcher {
  readonly list: () => readonly string[];
  readonly onChange: () => void;
  files: readonly string[];
  /** Whether a file has changed before the watch began. */
  isLate: boolean;
}

const watchedFiles = new Map<string, WatchedFile>();
const watchers = new Set<Watcher>();
let timer: NodeJS.Timeout | undefined;
let parts = fewestParts;
let part = 0;

/**
 * Calls `onChange` when the content of one of `files()` changes, when one of them appears or disappears, and when there are other files. Each file is looked at every
 * second, one of very many less often. That also detects what notifications miss: mounted secrets, network drives, a replaced symbolic link, two writes within a second. The timer does not keep
 * the process alive. `since`: of the files when they were read; a change between that time and this call is then detected by the first look. By default the files
 * count as they are now.
 */
export function watchFiles(files: () => readonly string[], onChange: () => void, since?: Fingerprints): Watch {
  const watcher: Watcher = { list: files, onChange, files: [], isLate: false };
  watchers.add(watcher);
  setFiles(watcher, files(), since);
  if (since !== undefined && !isSameList(watcher.files, since)) watcher.isLate = true;
  timer ??= setInterval(look, partMs).unref();
  return {
    stop() {
      watchers.delete(watcher);
      setFiles(watcher, []);
      if (watchers.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    },
  };
}

/** Whether they are other files than before. A file that is new to the watch was read by its owner, so that its content now is the state to compare with. */
function setFiles(watcher: Watcher, files: readonly string[], since: Fingerprints = noFingerprints): boolean {
  if (files === watcher.files) return false;
  const fresh = new Set(files);
  const before = new Set(watcher.files);
  watcher.files = files;
  const removed = [...before].filter((path) => !fresh.has(path));
  const added = [...fresh].filter((path) => !before.has(path));
  for (const path of removed) {
    const file = watchedFiles.get(path);
    if (file === undefined) continue;
    file.watchers.delete(watcher);
    if (file.watchers.size > 0) continue;
    watchedFiles.delete(path);
    forgetContent(path);
  }
  for (const path of added) {
    const file = watchedFiles.get(path) ?? createWatched(path, since.get(path));
    watchedFiles.set(path, file);
    file.watchers.add(watcher);
    if (since.has(path) && since.get(path) !== file.digest) watcher.isLate = true;
  }
  return removed.length + added.length > 0;
}

const isSameList = (files: readonly string[], since: Fingerprints): boolean =>
  files.every((path) => since.has(path)) && new Set(files).size === since.size;

/** Looks at a part of the files. */
function look(): void {
  part = (part + 1) % parts;
  if (part === 0) {
    parts = Math.max(fewestParts, Math.ceil(watchedFiles.size / mostFiles));
    for (const watcher of [...watchers]) {
      const isOther = setFiles(watcher, watcher.list());
      if (!isOther && !watcher.isLate) continue;
      watcher.isLate = false;
      watcher.onChange();
    }
  }
  let index = 0;
  for (const file of watchedFiles.values()) {
    if (index % parts === part && !file.isBusy) lookAt(file);
    index += 1;
  }
}

/** A network drive that does not answer keeps the file busy, and delays no other. */
function lookAt(file: WatchedFile): void {
  file.isBusy = true;
  stat(file.path, { bigint: true }, (error, stats) => {
    const attributes = error === null ? attributesOf(stats) : 'none';
    const isDue = file.isUnclear || performance.now() - file.readAt > rereadMs;
    if (attributes === file.attributes && (attributes === 'none' || !isDue)) {
      file.isBusy = false;
      return;
    }
    readFile(file.path).then(
      (bytes) => compare(file, attributes, bytes),
      () => compare(file, 'none', undefined),
    );
  });
}

function compare(file: WatchedFile, attributes: string, bytes: Buffer | undefined): void {
  const before = file.digest;
  setContent(file, attributes, bytes);
  file.isBusy = false;
  // A watcher reads the file again: a write while it does so is detected by the next look.
  if (file.digest === before) return;
  forgetContent(file.path);
  for (const { onChange } of [...file.watchers]) onChange();
}

/** `attributes`: from before the content was read. */
function setContent(file: WatchedFile, attributes: string, bytes: Buffer | undefined): void {
  file.attributes = attributes;
  file.digest = digestOf(bytes);
  file.readAt = performance.now();
  file.isUnclear = isRecent(attributes);
}

/** `digest`: of the content when it was read; by default it is read now. */
function createWatched(path: string, digest: string | undefined): WatchedFile {
  return {
    path,
    watchers: new Set(),
    // The first look compares the content.
    attributes: 'unknown',
    digest: digest ?? digestSync(path),
    isUnclear: false,
    readAt: 0,
    isBusy: false,
  };
}

const noFingerprints: Fingerprints = new Map();

const digestOf = (bytes: Buffer | undefined): string =>
  bytes === undefined ? 'none' : createHash('sha256').update(bytes).digest('base64');

function digestSync(path: string): string {
  try {
    return digestOf(readFileSync(path));
  } catch {
    return digestOf(undefined);
  }
}
