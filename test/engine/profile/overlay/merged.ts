/** Profiles of several files, merged as a start merges them. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { type Bases, readBases } from '../../../../engine/index.ts';
import { readDocument } from '../../../../engine/tools/index.ts';

/** Bases by their paths; a file's name is its path from the folder of the files. */
export async function mergeFiles(files: Readonly<Record<string, string>>, mainFile: string) {
  const root = mkdtempSync(join(tmpdir(), 'engine-overlay-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, name), text);
    }
    const text = files[mainFile] ?? '';
    const bases: Bases = await readBases(text, join(root, mainFile), mainFile, (given, folder, place) => {
      const file = resolve(folder, given);
      const name = file.slice(root.length + 1);
      if (name in files) return { ok: true, file, name };
      const diagnostic = { code: 'CFG508', severity: 'error', message: `no ${name}`, hint: '', place } as const;
      return { ok: false, diagnostic };
    });
    return { bases, ...readDocument(text, mainFile, bases) };
  } finally {
    rmSync(root, { recursive: true });
  }
}
