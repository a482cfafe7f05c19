/** What a statement or an expression of a profile may name, for editors. */
import type { Fields } from '../../base/contract.ts';
import type { Path } from '../../base/place.ts';
import type { ValueType } from '../../transform/value-type.ts';

/** A name of the vendor's description. `detail`: its type. */
export interface DescribedName {
  readonly name: string;
  readonly detail: string | undefined;
  /** The vendor's words. */
  readonly documentation: string | undefined;
  /** The values of an enumeration. */
  readonly values?: readonly string[] | undefined;
}

/** The path is that of the text in the profile as it is written. */
export type TextScope =
  | {
      readonly kind: 'statement';
      readonly path: Path;
      /** Name of its source. */
      readonly source: string;
      readonly verb: 'read' | 'exec';
      /** Fields of the contract that its columns can give. */
      readonly fields: readonly string[];
      /** Fields of the request. */
      readonly request: Fields;
      /** Further values: `key`, `rows.sku`, `order.id`, `now`. */
      readonly values: readonly string[];
      /** Names of its columns, as far as the text or the database determines them. */
      readonly columns: readonly string[];
    }
  | {
      readonly kind: 'expression';
      readonly path: Path;
      /** Names of variables, without the dollar sign. */
      readonly variables: readonly string[];
      /** Members of its input; undefined where the input is not known. */
      readonly names: readonly string[] | undefined;
      /** What is known of the input. */
      readonly input: ValueType | undefined;
      /** What is known of some of the variables. */
      readonly types: ReadonlyMap<string, ValueType>;
    }
  | {
      readonly kind: 'described';
      readonly path: Path;
      /** `keys`: of the map at the path. `words`: of the text there. */
      readonly place: 'keys' | 'words';
      /** What the vendor's description of the source knows there. */
      readonly names: readonly DescribedName[];
    }
  | {
      /** The answer to a request that the vendor describes. */
      readonly kind: 'answer';
      /** Of the read, or of the step. */
      readonly path: Path;
      /** The operation in the words of the description, such as `GET /customers`. */
      readonly operation: string;
      /** What is known of its rows. */
      readonly row: ValueType;
    };

export type OnScope = (scope: TextScope) => void;
