/** Exports of this folder for tests. */
export { runSandbox, type SandboxSettings } from './run.ts';
