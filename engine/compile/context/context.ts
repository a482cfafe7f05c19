/** The context that every part of the compiler receives: the inputs of a compilation, and where its results are collected. */
import type { Contract } from '../../base/contract.ts';
import type { CoverageKind, Mark } from '../../base/coverage.ts';
import type { Path, Place } from '../../base/place.ts';
import type { ServiceDescription } from '../../description/model.ts';
import { reportedAtStart } from '../../diagnostics/codes.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { ProfileLocation } from '../../diagnostics/reporter.ts';
import type { Generated } from '../../emit/generate.ts';
import type { Profile } from '../../profile/schema/index.ts';
import type { VariantSelection } from '../../profile/select-variants.ts';
import type { SettingValues } from '../../profile/settings.ts';
import type { ProfileDocument } from '../../profile/yaml/document.ts';
import { isPrefixOf } from '../../profile/yaml/path.ts';
import type { StatementDescription } from '../../sources/source.ts';
import type { Expression } from '../../transform/expression.ts';
import { coordinateAt } from './contract-coordinate.ts';
import type { ProfileContext } from './profile-context.ts';
import type { StatementToDescribe } from './statements.ts';
import type { OnScope } from './text-scope.ts';

export interface CompileContext extends ProfileContext {
  /** Parts of the profile that depend on a fact that is not known yet. */
  readonly openParts: ReadonlySet<string>;
  /** Collects the open parts that statements use. */
  readonly usedOpenParts: Set<string>;
  readonly document: ProfileDocument;
  /** The database's descriptions of statements, by `pathKey`. Empty before a database has been asked. */
  readonly descriptions: ReadonlyMap<string, StatementDescription>;
  /** The vendors' descriptions of HTTP sources, by source. Empty in a service. */
  readonly services: ReadonlyMap<string, ServiceDescription>;
  /** Collects the statements that a database can describe. */
  readonly statements: StatementToDescribe[];
  /** Declares a point that test cases can cover. Undefined where coverage is not measured. */
  readonly cover?: ((kind: CoverageKind, at: ProfileLocation, what: string) => Mark) | undefined;
  /** Receives each expression where it is compiled. */
  readonly onExpression?: ((at: ProfileLocation, expression: Expression) => void) | undefined;
  /** Receives each function that is generated for rows, with what it does. */
  readonly onFunction?: ((at: ProfileLocation, title: string, generated: Source) => void) | undefined;
  /** Receives what each statement and expression may name. */
  readonly onScope?: OnScope | undefined;
  /** Paths of the endpoints that are compiled; all where it is missing. */
  readonly only?: ReadonlySet<string>;
  /** Paths of the endpoints that the profile was narrowed to; undefined if it has all of them. */
  readonly needed?: ReadonlySet<string> | undefined;
  /** Whether a name below this path was reported as no value of the request. */
  hasUnknownValue(below: Path): boolean;
  /** The place in the profile's file. */
  placeOf(location: ProfileLocation): Place;
  /** Also report what the author has left open: fields that the profile does not mention. */
  readonly thorough?: boolean;
  /** `decide` is no error: the profile is tested, it does not serve requests. */
  readonly allowUndecided?: boolean;
}

type ContextInput = Pick<
  CompileContext,
  'document' | 'descriptions' | 'thorough' | 'allowUndecided' | 'only' | 'needed'
> & {
  readonly services?: CompileContext['services'] | undefined;
  readonly contract: Contract;
  readonly settings: SettingValues;
  /** The profile as it is written. */
  readonly profile: Profile;
  readonly onExpression?: OnExpression | undefined;
  readonly onFunction?: OnFunction | undefined;
  readonly onScope?: OnScope | undefined;
};

/** Receives each expression of a profile with its place and its path. */
export type OnExpression = (place: Place, expression: Expression, path: Path) => void;

type Source = Pick<Generated<unknown>, 'source'>;

/** Receives each function that is generated for the rows of a read or answer, with its place and its path. */
export type OnFunction = (place: Place, title: string, generated: Source, path: Path) => void;

/**
 * A context for the profile with the chosen variants. Its findings are added to `diagnostics`, except those that only follow from a part of
 * the file that could not be read.
 */
export function createContext(
  input: ContextInput,
  choice: VariantSelection,
  diagnostics: Diagnostic[],
): CompileContext {
  const placeOf = ({ path, key, range }: ProfileLocation): Place =>
    input.document.place(choice.originalPath(path, key), key === true ? 'key' : 'value', range);
  const { onExpression, onFunction, onScope } = input;
  const unknownValues: Path[] = [];
  return {
    ...input,
    services: input.services ?? new Map(),
    onExpression: onExpression && ((at, expression) => onExpression(placeOf(at), expression, at.path)),
    onFunction: onFunction && ((at, title, generated) => onFunction(placeOf(at), title, generated, at.path)),
    onScope: onScope && ((scope) => onScope({ ...scope, path: choice.originalPath(scope.path) })),
    profile: choice.profile,
    writtenProfile: input.profile,
    openParts: choice.openParts,
    usedOpenParts: new Set(),
    statements: [],
    placeOf,
    hasUnknownValue: (below) => unknownValues.some((path) => isPrefixOf(below, path)),
    report: (code, finding) => {
      if (code === 'MAP231' || (code === 'MAP264' && finding.path[2] !== 'ignored')) unknownValues.push(finding.path);
      if (input.document.isFollowUp(code, choice.originalPath(finding.path, finding.key))) return;
      const atStart = input.thorough === true ? undefined : reportedAtStart(code);
      if (atStart === 'nothing') return;
      const {
        message,
        hint,
        severity = atStart ?? 'error',
        coordinate = coordinateAt(input.contract, finding.path),
      } = finding;
      const { usedIn, replacement } = finding;
      const isInPart = usedIn !== undefined && finding.path[0] === 'parts';
      const usedAt = isInPart
        ? placeOf({ path: usedIn })
        : input.document.usedAt(choice.originalPath(finding.path, finding.key), finding.range);
      diagnostics.push({
        code,
        severity,
        message,
        hint,
        place: placeOf(finding),
        ...(replacement === undefined ? {} : { replacement }),
        ...(usedAt === undefined ? {} : { usedAt: [usedAt] }),
        ...(coordinate === undefined ? {} : { coordinate }),
      });
    },
  };
}
