/** A check: one demand of the contract, tested over HTTP against a running service. */
import type { Endpoint } from '../../../../engine/index.ts';
import type { Declared } from '../../../../engine/tools/index.ts';
import type { Path } from '../../../contract/types.ts';
import type { CheckContext } from './context.ts';

/**
 * What a check does to the service and its ERP.
 * - `read`: it sends requests that read, or that must be refused.
 * - `write`: it creates documents in the ERP by the endpoints of the contract.
 * - `fixture`: it needs `FixtureAccess`: it counts, removes and restores records of the ERP, sets its clock, or restarts the service.
 * - `rotation`: it needs a second key, and the first one is invalid afterwards.
 */
export type Tag = 'read' | 'write' | 'fixture' | 'rotation';

/** `invoices`: rows of /invoices/list. `accounts`: customers with their balance and invoices. */
export type Documents = 'invoices' | 'accounts';

export interface Check {
  /** Unique together with `path`, and stable: `paging/any-page-size`. The part before the slash is the theme. */
  readonly id: `${string}/${string}`;
  /** The endpoint that the check is about. */
  readonly path: Path;
  /** What must hold, as a sentence without its subject's path. */
  readonly title: string;
  /** Part and point of the contract, or the section of docs/contract.md where the contract is silent. */
  readonly clause: string;
  readonly tag: Tag;
  /** Endpoints that must be provided. Where one is not, the check is not applicable. */
  readonly needs: readonly Path[];
  /** Other endpoints that it calls where they are provided. */
  readonly uses?: readonly Path[];
  /** A profile may declare that its ERP deviates, under the part of the id after the slash. */
  readonly mayDeviate?: true;
  /** What the condition of a deviation is about; undefined where a deviation can have none. */
  readonly documents?: Documents;
  /** The rule in whose place this one is demanded where a deviation says so. Otherwise this check is not run. */
  readonly insteadOf?: string;
  /** Returns when the demand holds. Otherwise throws `Concluded`. */
  readonly run: (context: CheckContext) => Promise<void>;
}

/** An endpoint of the contract with its path as a literal type. */
export type KnownEndpoint = Endpoint & { readonly path: Path };

/** The checks of one theme, for the endpoints that are served. `profile` is undefined where the service is not known from inside. */
export type Theme = (endpoints: readonly KnownEndpoint[], profile: Declared | undefined) => readonly Check[];

/** The name of a check among `deviations` of a profile. */
export const deviationOf = ({ id }: Pick<Check, 'id'>): string => id.slice(id.indexOf('/') + 1);

/** How a deviation of the ERP from a rule is declared, for reports; undefined for a check that is no such rule. */
export const deviationHint = ({ id, mayDeviate }: Pick<Check, 'id' | 'mayDeviate'>): string | undefined =>
  mayDeviate === true
    ? `This is the rule "${deviationOf({ id })}". If the ERP itself does not follow it, declare that with the reason: deviations: { ${deviationOf({ id })}: ... } in the profile, or --deviation ${deviationOf({ id })} of engine sandbox.`
    : undefined;

/** The part of the id before the slash. */
export const themeOf = ({ id }: Pick<Check, 'id'>): string => id.slice(0, id.indexOf('/'));

/** Theme, endpoint and title in one line, as reports show them and `--filter` searches them. */
export const nameOf = ({ path, title }: Pick<Check, 'path' | 'title'>): string => `${path}: ${title}`;
