/** Objects of a checkout by kind and name. Files are parsed when they are asked for. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Element, parseObject } from './object.ts';

const folders = ['src/Apps/W1/APIV2/app', 'src/Layers/W1/BaseApp'];
const header =
  /^(page|table|enum|codeunit|pageextension|tableextension|enumextension)\s+\d+\s+("(?:[^"]|"")*"|\w+)(?:\s+extends\s+("(?:[^"]|"")*"|\w+))?/im;
const unquoted = (name: string): string => name.replaceAll('"', '').toLowerCase();

export class Checkout {
  readonly #files = new Map<string, string[]>();
  readonly #parsed = new Map<string, Element>();
  readonly #pages: string[] = [];

  constructor(folder: string) {
    for (const path of folders.flatMap((name) => globSync(`${name}/**/*.al`, { cwd: folder }).toSorted())) {
      const file = join(folder, path);
      const [, kind = '', name = '', extended = ''] = header.exec(readFileSync(file, 'utf8')) ?? [];
      const key = `${kind.toLowerCase()} ${unquoted(extended === '' ? name : extended)}`;
      this.#files.set(key, [...(this.#files.get(key) ?? []), file]);
      if (kind === 'page' && path.includes('APIV2')) this.#pages.push(file);
    }
    if (this.#pages.length === 0) throw new Error(`${folder} has no API pages in ${folders.join(', ')}`);
  }

  #parse(file: string): Element {
    const parsed = this.#parsed.get(file) ?? parseObject(readFileSync(file, 'utf8'));
    this.#parsed.set(file, parsed);
    return parsed;
  }

  /** The object of a name, and the extensions of it in the same apps. */
  object(kind: 'page' | 'table' | 'enum' | 'codeunit', name: string): readonly Element[] {
    const files = (key: string): readonly string[] => this.#files.get(`${key} ${name.toLowerCase()}`) ?? [];
    if (files(kind).length !== 1) throw new Error(`${files(kind).length} objects: ${kind} ${name}`);
    return [...files(kind), ...files(`${kind}extension`)].map((file) => this.#parse(file));
  }

  /** The pages of the API's app. */
  apiPages(): readonly Element[] {
    return this.#pages.map((file) => this.#parse(file));
  }
}
