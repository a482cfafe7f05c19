/** The package as a library: the engine, and the platform's contract. */
export * from '../engine/index.ts';
export { contract } from './contract/index.ts';
