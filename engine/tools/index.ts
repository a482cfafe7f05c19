/**
 * The interface of the tools for profiles: cases, coverage, drift, lineage, previews, writes and schemas. A running
 * service does not need them.
 */

export {
  type Coverage,
  type CoverageKind,
  type CoveragePoint,
  coverageKinds,
  createCoverage,
  type Reached,
} from '../base/coverage.ts';
export {
  add,
  compare,
  type DecimalText,
  multiply,
  type Numeric,
  round,
  subtract,
  sum,
  toDecimalText,
} from '../base/decimal.ts';
export { ExactNumber, isJsonObject, jsonText } from '../base/exact-number.ts';
export type { HealthCheck } from '../base/health-check.ts';
export { oncePer } from '../base/once-per.ts';
export { createQueue } from '../base/queue.ts';
export { objectionToStep } from '../compile/write/step-names.ts';
export { createsRecord } from '../description/created-records.ts';
export type { Csdl, CsdlProperty, CsdlRelation } from '../description/csdl.ts';
export { type NotedDisagreements, noteDisagreements } from '../description/disagreement.ts';
export {
  type DescribedMember,
  type DescribedMethod,
  type DescribedType,
  DescriptionFault,
  type ListedOperation,
  type ODataVersion,
  plainValue,
  type RecordType,
  type ScalarType,
  type ServiceDescription,
} from '../description/model.ts';
export { checkFilter } from '../description/odata-expression.ts';
export { keyFaults, keyValues } from '../description/odata-key.ts';
export { orderByFaults, orderTerms, type Selection, selectionOf } from '../description/odata-options.ts';
export { parseCondition } from '../description/odata-parser.ts';
export { odataService } from '../description/odata-service.ts';
export type { ODataToken } from '../description/odata-tokens.ts';
export { nodesIn, type ODataNode, type OrderTerm, type PathSteps } from '../description/odata-tree.ts';
export { ODataTypes } from '../description/odata-types.ts';
export { openApiService } from '../description/openapi-service.ts';
export { lettersAndDigits, pageNumberNames, rowOffsetNames } from '../description/page-parameters.ts';
export type { QueryFault } from '../description/query-fault.ts';
export { parseDescription } from '../description/read.ts';
export type { Disagreement } from '../description/validate.ts';
export { valueFaults } from '../description/validate-value.ts';
export { type Code, codes, isCode } from '../diagnostics/codes.ts';
export { codeIndex, codesPage, explain } from '../diagnostics/explain.ts';
export { type Paint, paintOf, uncoloured as plain } from '../diagnostics/paint.ts';
export { countText, renderJson, sortDiagnostics, withoutSecretsOf } from '../diagnostics/render.ts';
export { renderSarif } from '../diagnostics/sarif.ts';
export { concealIn, maskSource } from '../diagnostics/secrets/mask-source.ts';
export { type DeclaredSetting, declaredSettings, secretsOf } from '../profile/declared-settings.ts';
export { profileJsonSchema } from '../profile/grammar/json-schema.ts';
export { type ParseProfile, readDocument } from '../profile/load.ts';
export { editorJsonSchema } from '../profile/overlay/editor-schema.ts';
export { showProfile, withOrigins } from '../profile/overlay/show-profile.ts';
export { mentionsPart } from '../profile/parts/mentions-part.ts';
export { type PartUse, partUses } from '../profile/parts/part-uses.ts';
export { formAt, type TextForm } from '../profile/parts/text-forms.ts';
export { verbs } from '../profile/schema/http.ts';
export { composeYaml } from '../profile/yaml/compose.ts';
export { parsePartially } from '../profile/yaml/parse-partial.ts';
export type { TraceEvent } from '../run/context/trace.ts';
export { readableText } from '../run/http/body.ts';
export type { Decision } from '../run/write/durable/operator-resolution.ts';
export { UnknownValue } from '../shape/encode.ts';
export { answerExample, requestExample } from '../shape/example.ts';
export { answerSchema, errorSchema, requestSchema } from '../shape/json-schema.ts';
export { type Attempt, ConsentRefusal, firstToken, readUnleased } from '../sources/http/auth/index.ts';
export { concealer } from '../sources/http/hide-secrets.ts';
export type { RanRequest, ShownRequest } from '../sources/http/observed.ts';
export type { ChangedRow, TableChanges } from '../sources/rehearsal/changes.ts';
export type { SqlSource } from '../sources/sql/kind.ts';
export type { RanStatement } from '../sources/sql/observed.ts';
export { type Consent, type Consents, type Granted, type GrantedTenant, readConsents } from '../start/consents.ts';
export { createEngine } from '../start/engine.ts';
export { type CheckedProfile, checkForTests } from '../start/open-engine.ts';
export type { AuthRequest, MockErp, Rehearsal, TestOverrides } from '../start/test-overrides.ts';
export { readTokenNames, type TokenAccess, type TokenNames, type TokenNamesInput } from '../start/token-names.ts';
export { compileExpression, type Expression, functionNames } from '../transform/expression.ts';
export type { Difference } from './cases/compare.ts';
export {
  type Declared,
  type DeclaredEndpoint,
  type DeclaredSource,
  type Deviation,
  declaredBy,
} from './cases/declared.ts';
export {
  acceptsBody,
  decodedPart,
  type Exchange,
  exchangeUrl,
  isAddressed,
  requestDifferences,
  type SentRequest,
} from './cases/exchange.ts';
export { casesJsonSchema } from './cases/json-schema.ts';
export { type ActualResult, type AlignedAnswers, alignAnswers, type Expectation, judge } from './cases/judge.ts';
export { answerMembers, type LoadedCase, type LoadedCases, loadCases } from './cases/load.ts';
export { statementDifferences } from './cases/statements.ts';
export { storedDifferences } from './cases/stored.ts';
export { checkDatabases, type DatabaseCheck } from './check/check-databases.ts';
export { type DatabasesInput, type OpenedDatabases, openDatabases } from './databases/open.ts';
export { type DescribedText, type DescribedTexts, describedTexts } from './description/answer-values.ts';
export {
  type CutInput,
  type CutResult,
  cutDescriptions,
  type FileCut,
} from './description/cut-descriptions.ts';
export { ServedDescriptions } from './description/fetch-served.ts';
export {
  type DescribedNode,
  type DescribedOperation,
  type DescribedPath,
  type DescriptionsInput,
  type ReadDescriptions,
  readDescriptions,
} from './description/operations.ts';
export { type Drift, type DriftInput, profileDrift } from './drift/open.ts';
export { expressionsOf, type ProfileExpression, type ProfileExpressions, type ProfileFunction } from './expressions.ts';
export { validityCheck } from './health/certificate.ts';
export { type Inspection, type InspectionInput, inspectSources } from './health/inspect.ts';
export type { AnswerMember, UnreadMembers } from './lineage/described.ts';
export { answerFields, fieldPaths } from './lineage/lineage.ts';
export { type LineageInput, type TracedLineage, traceLineage } from './lineage/open.ts';
export type { FieldLineage, FieldOrigin } from './lineage/origin.ts';
export { type Preview, previewCall } from './preview/preview.ts';
export type { PreviewStep } from './preview/step.ts';
export { type Lack, type Provided, type Provision, providedBy } from './provision/provision.ts';
export { type ErpTable, type ErpTablesInput, type ReadErpTables, readErpTables } from './tables.ts';
export {
  type EndpointFlow,
  type EndpointFlowInput,
  endpointFlow,
  type FlowExpression,
  type TracedFlow,
} from './value-flow/endpoint.ts';
export type { Flow, FlowColumn, FlowOutput, FlowTest } from './value-flow/flow.ts';
export type { Unread, Writes } from './writes/all-claims.ts';
export { readAnswer } from './writes/answer.ts';
export type { Change } from './writes/claim-admin.ts';
export type { Write, WriteState } from './writes/write.ts';
export { type OpenedWrites, openWrites, type WritesInput } from './writes/writes.ts';
