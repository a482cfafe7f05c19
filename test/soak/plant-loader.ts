/** Loaded before the service: changes the text of one of its files when that is loaded. Its query names the plant. */
import { registerHooks } from 'node:module';
import { planted, plantedUrl, plantNames } from './plants.ts';

const wanted = new URL(import.meta.url).searchParams.get('plant');
const name = plantNames.find((known) => known === wanted);
if (name === undefined) throw new Error(`There is no plant ${wanted}.`);
const target = plantedUrl(name);

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (url !== target) return loaded;
    const { source } = loaded;
    const text = typeof source === 'string' ? source : new TextDecoder().decode(source ?? undefined);
    return { ...loaded, source: planted(name, text) };
  },
});
