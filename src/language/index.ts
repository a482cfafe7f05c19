/** Exports of this folder for tests and for servers. */
export { createLanguageService, type LanguageService } from './service.ts';
export type { Position, Range } from './text/positions.ts';
export type { FileFinding, FileRange } from './workspace/findings.ts';
export type { LanguagePorts } from './workspace/ports.ts';
