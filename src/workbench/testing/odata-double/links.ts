/** How the rows of entity sets refer to each other: by the constraints of the description, and by what the rules add. */
import type { CsdlRelation } from '../../../../engine/tools/index.ts';
import type { EntitySet } from './model.ts';
import { notImplemented } from './odata-error.ts';

/** Members of a set that have the key of a record of another one. */
export interface Reference {
  readonly set: string;
  /** Members here, with those of the other set. */
  readonly on: Readonly<Record<string, string>>;
}

/** The related set, and which members are equal. */
export interface Link {
  readonly set: EntitySet;
  readonly on: readonly (readonly [here: string, there: string])[];
}

type Pairs = Link['on'];
const inverse = (pairs: Pairs): Pairs => pairs.map(([here, there]) => [there, here]);
const pairsOf = ({ references }: CsdlRelation): Pairs =>
  references.map(({ property, referenced }) => [property, referenced]);

export class Links {
  private readonly sets: ReadonlyMap<string, EntitySet>;
  private readonly added: Readonly<Record<string, readonly Reference[]>>;

  /** `added`: references that the description lacks, by the set that has them. */
  constructor(sets: ReadonlyMap<string, EntitySet>, added: Readonly<Record<string, readonly Reference[]>>) {
    this.sets = sets;
    this.added = added;
  }

  private targets({ type }: CsdlRelation): readonly EntitySet[] {
    return [...this.sets.values()].filter(({ typeName }) => typeName === type);
  }

  /** All references of a set. */
  referencesOf({ name, relations }: EntitySet): readonly Reference[] {
    const described = relations.flatMap((relation): readonly Reference[] => {
      const [target, ...others] = this.targets(relation);
      const pairs = pairsOf(relation);
      if (target === undefined || others.length > 0 || pairs.length === 0) return [];
      return [{ set: target.name, on: Object.fromEntries(pairs) }];
    });
    return [...described, ...(this.added[name] ?? [])];
  }

  private between(from: EntitySet, to: EntitySet): readonly Pairs[] {
    return this.referencesOf(from).flatMap(({ set, on }) => (set === to.name ? [Object.entries(on)] : []));
  }

  /** What a navigation property leads to. Undefined where no set has its type: records are inside of the row then. */
  linkOf(set: EntitySet, relation: CsdlRelation): Link | undefined {
    const targets = this.targets(relation);
    if (targets.length === 0) return undefined;
    const links = targets.flatMap((target): readonly Link[] => {
      const pairs = pairsOf(relation);
      const back = target.relations.find(({ name }) => name === relation.partner);
      if (pairs.length > 0) return [{ set: target, on: pairs }];
      if (back !== undefined && back.references.length > 0) return [{ set: target, on: inverse(pairsOf(back)) }];
      const here = relation.isCollection ? [] : this.between(set, target);
      const all = here.length > 0 ? here : this.between(target, set).map(inverse);
      return all.map((on) => ({ set: target, on }));
    });
    const [link] = links;
    if (link !== undefined && links.length === 1) return link;
    const reason = links.length === 0 ? 'no members' : 'several members';
    throw notImplemented(
      `${set.name}/${relation.name}: ${reason} refer from one to the other. Add them to \`references\` of the double.`,
    );
  }
}
