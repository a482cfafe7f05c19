/** Exports of this folder for tests. */
export { profileConnection } from './connection.ts';
export { generateFromDatabase } from './from-database.ts';
export { generateFromService, type ServiceKind } from './from-service.ts';
export { otherNames } from './introspect/other-names.ts';
export type { Proposal } from './propose/draft.ts';
