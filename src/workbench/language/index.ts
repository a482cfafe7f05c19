/** The language service: the interface of this folder for the servers of editors, the studio and the generated pages. */

export { expressionFunctions } from './expressions/library.ts';
export type { Fix } from './fixes/fixes.ts';
export { formatYaml, withEdits } from './format/format-yaml.ts';
export { type SemanticToken, type TokenType, tokenTypes } from './highlight/tokens.ts';
export type { Hover } from './hover/hover.ts';
export type { Lens, LensAction } from './lenses/lenses.ts';
export type { FileEdit, Renamed, RenameTarget } from './navigation/navigate.ts';
export { type Folding, type ProfileSymbol, symbolsOf } from './outline/outline.ts';
export type { CompletionKind, PlacedCompletion, PlacedCompletions } from './proposals/item.ts';
export type { CaseFile, EndpointRun, TestResults } from './results/test-results.ts';
export { createLanguageService, type LanguageService } from './service.ts';
export { type DatabaseTable, databaseTables, type ErpTables, readSaved, savedText } from './tables/tables.ts';
export type { Position, Range } from './text/positions.ts';
export { type KnownExchange, maskedForm } from './types/known-exchange.ts';
export { isProfile } from './workspace/file-kind.ts';
export { type FileFinding, type FileRange, isSamePlace } from './workspace/findings.ts';
export type { LanguagePorts } from './workspace/ports.ts';
export { scanYaml } from './yaml/scan.ts';
