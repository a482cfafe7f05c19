/** Loaded before the service: changes the text of some of its files when they are loaded. The query names the defect. */
import { registerHooks } from 'node:module';
import { planted, plantedFiles, plantNames } from './plants.ts';

const requested = new URL(import.meta.url).searchParams.get('plant');
const name = plantNames.find((plantName) => plantName === requested);
if (name === undefined) throw new Error(`There is no defect ${requested}.`);
const files = plantedFiles(name);

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    const file = files.get(url);
    if (file === undefined) return loaded;
    const { source } = loaded;
    const text = typeof source === 'string' ? source : new TextDecoder().decode(source ?? undefined);
    return { ...loaded, source: planted(file, text) };
  },
});
