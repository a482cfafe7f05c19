/**
 * The grammar of the profile language, version 1. This folder is its one definition: types are inferred from it, and the JSON
 * Schema for editors (engine/profile.schema.json) is generated from it. Rules that the grammar cannot express are in engine/compile/rules/.
 */

export { auth } from './auth.ts';
export type { CallSpec } from './call.ts';
export type { EndpointSpec, StatementSpec, WrittenEndpoint } from './endpoint.ts';
export type { FactSpec } from './facts.ts';
export type { ErpPageSpec, OutcomeSpec, RequestSpec } from './http.ts';
export { type ChosenProfile, type Profile, profileSchema } from './profile.ts';
export type { AttachSpec, BranchSpec, EachSpec, LookupSpec, ReadSpec } from './read.ts';
export type { ChosenPart, PartSpec, SettingSpec } from './settings.ts';
export {
  type ClaimsForm,
  claimsForm,
  describedBy,
  type HttpSourceSpec,
  type IdSpec,
  isHttp,
  type SourceSpec,
  type SqlSourceSpec,
} from './sources.ts';
export { transportKeys } from './transport.ts';
export type { AmountsSpec, KeySpec, PrepareSpec, StepSpec } from './write.ts';
