import type { Path } from '../../../../../src/contract/index.ts';
import type { FixtureAccess } from '../../../../../src/workbench/checks/core/fixture-access.ts';
import type { RuleName } from '../../../../../src/workbench/checks/validation/index.ts';
import type { Defect } from '../defective-service.ts';

/** What a defect may need to know of the run. */
export interface Run extends Pick<FixtureAccess, 'data'> {
  readonly orderingKey: string;
  readonly receivablesKey: string;
  /** The base URL of the correct service: another one after each restart. */
  readonly baseUrl: () => string;
}

/** A defect of a service, and the check that must find it. */
export interface PlantedDefect {
  readonly id: string;
  readonly path: Path;
  readonly what: string;
  /** The rule of the first finding. */
  readonly rule: RuleName;
  readonly defect: (run: Run) => Defect;
  /** The profile does not declare the endpoint as provided. */
  readonly unavailable?: true;
}

/** Answers that the check of a rule across endpoints compares. */
export const disagreement = (name: string, path: Path, what: string, defect: () => Defect): PlantedDefect => ({
  ...{ id: `agreement/${name}`, path, what, rule: 'agreement', defect },
});
