/** Checks of the store: reachable, writable, version, free disk space, writes that wait for an operator. */
import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { type DurableClaims, SourceError } from '../../../engine/index.ts';
import type { HealthCheck } from '../../../engine/tools/index.ts';
import { type StoreAddress, shownAddress } from '../../service/config/store-address.ts';
import { openOperatorStore } from '../../service/state/operator-store.ts';
import { migrations } from '../../service/state/schema.ts';

const mebibyte = 1024 ** 2;
/** Free disk space below which it is reported, in bytes. */
const lowSpace = 200 * mebibyte;
/** Most claims that are read. */
const limit = 1_000;
/** Age of a claim in doubt from which on it is reported, in milliseconds: the service looks it up within minutes. */
const oldMs = 15 * 60_000;

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function fileChecks(file: string): readonly HealthCheck[] {
  const folder = dirname(file);
  if (!existsSync(folder)) {
    const what = `The folder of the store, ${folder}, does not exist.`;
    return [{ name: 'folder', status: 'error', what, why: 'The service cannot start.', fix: `mkdir -p '${folder}'` }];
  }
  const paths = [folder, ...[file, `${file}-wal`, `${file}-shm`].filter((path) => existsSync(path))];
  const refused = paths.find((path) => !isWritable(path));
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  const space = `${Math.floor(free / mebibyte)} MiB free in ${folder}`;
  return [
    refused === undefined
      ? { name: 'folder', status: 'ok', what: `${folder} is writable` }
      : {
          name: 'folder',
          status: 'error',
          what: `The user of this process may not write to ${refused}.`,
          why: 'The service keeps its store there, and journal files beside it.',
          fix: `chown -R <user of the service> '${folder}'`,
        },
    free >= lowSpace
      ? { name: 'disk', status: 'ok', what: space }
      : {
          name: 'disk',
          status: 'warning',
          what: `Only ${space}.`,
          why: 'With a full disk every write into an ERP over HTTP fails.',
          fix: 'Free disk space, or move the store (docs/store.md).',
        },
  ];
}

function versionCheck(version: number | undefined): HealthCheck {
  const name = 'version';
  if (version === undefined || version === 0)
    return { name, status: 'ok', what: 'empty: the service creates its tables when it starts' };
  const what =
    version === migrations.length
      ? `${version}, the one of this program`
      : `${version}; the next start migrates it to ${migrations.length}`;
  return { name, status: 'ok', what };
}

async function claimChecks(claims: DurableClaims): Promise<readonly HealthCheck[]> {
  const kinds = ['sent', 'unknown', 'undoing', 'undo lost', 'held'] as const;
  const claimsOfKinds = await claims.list({ kinds, limit });
  const held = claimsOfKinds.filter(({ state }) => state.kind === 'held').length;
  const doubtful = claimsOfKinds.filter(({ state }) => state.kind !== 'held');
  const [first] = claimsOfKinds;
  const now = first === undefined ? 0 : (await claims.read(first.id)).now;
  const age = doubtful.length === 0 ? 0 : now - Math.min(...doubtful.map(({ createdAt }) => createdAt));
  const minutes = Math.round(age / 60_000);
  return [
    held === 0
      ? { name: 'held writes', status: 'ok', what: 'none' }
      : {
          name: 'held writes',
          status: 'warning',
          what: `${held} writes are held: an operator has to decide.`,
          why: 'Requests with their keys are refused until then.',
          fix: 'engine writes list, then engine writes resolve <endpoint> <key> (docs/writes.md)',
        },
    age < oldMs
      ? { name: 'writes in doubt', status: 'ok', what: `${doubtful.length}, the oldest ${minutes} minutes old` }
      : {
          name: 'writes in doubt',
          status: 'warning',
          what: `${doubtful.length} writes are in doubt, the oldest for ${minutes} minutes.`,
          why: 'A running service looks each of them up within minutes: it does not run, or cannot reach the ERP.',
          fix: 'engine writes list; check that the service runs and reaches the ERP',
        },
  ];
}

/** The file of the store, whether it opens, its version, and its claims. Content is `unchecked` where the file has a fault. */
export async function storeChecks(address: StoreAddress): Promise<readonly HealthCheck[]> {
  const files = address.kind === 'file' ? fileChecks(address.file) : [];
  if (files.some(({ status }) => status === 'error')) {
    const what = 'content of the store: it cannot be opened';
    return [...files, { name: 'content', status: 'unchecked', what }];
  }
  const started = performance.now();
  const opened = await openOperatorStore(address);
  if (!opened.ok) {
    const { message, hint } = opened.diagnostic;
    const why = 'The service cannot start, or cannot write into an ERP over HTTP.';
    return [...files, { name: 'reachable', status: 'error', what: message, why, fix: hint }];
  }
  try {
    const ms = Math.round(performance.now() - started);
    const reached: HealthCheck = {
      name: 'reachable',
      status: 'ok',
      what: `${shownAddress(address)}, opened in ${ms} ms`,
    };
    const claims = opened.claims === undefined ? [] : await claimChecks(opened.claims);
    return [reached, ...files, versionCheck(opened.version), ...claims];
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return [...files, { name: 'writes', status: 'unchecked', what: `The store cannot be read: ${error.message}` }];
  } finally {
    await opened.close();
  }
}
