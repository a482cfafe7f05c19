/** The parts of an OData model (CSDL) that both of its forms, XML and JSON, are read into. Names of types have their namespace. */

export interface CsdlProperty {
  readonly name: string;
  /** Qualified name, without `Collection(...)`. */
  readonly type: string;
  readonly isCollection: boolean;
  readonly isNullable: boolean;
  readonly maxLength: number | undefined;
  readonly isComputed: boolean;
  /** The only values, where the vocabulary names them. */
  readonly values: readonly string[] | undefined;
  readonly documentation: string | undefined;
}

/** A navigation property. */
export interface CsdlRelation extends CsdlProperty {
  /** Which properties have the key of the related record. */
  readonly references: readonly { readonly property: string; readonly referenced: string }[];
  /** The navigation property of the related type that leads back. */
  readonly partner: string | undefined;
}

export interface CsdlStructure {
  readonly name: string;
  readonly base: string | undefined;
  readonly isOpen: boolean;
  readonly key: readonly string[];
  readonly properties: readonly CsdlProperty[];
  readonly relations: readonly CsdlRelation[];
}

export interface CsdlParameter {
  readonly name: string;
  readonly type: string;
  readonly isCollection: boolean;
  readonly isNullable: boolean;
}

/** A function, an action, or a function import of OData 2 and 3. */
export interface CsdlCall {
  /** Name with its namespace if it is bound; the name of the import otherwise. */
  readonly name: string;
  readonly isAction: boolean;
  /** The type that it is called on; undefined if it is not bound. */
  readonly boundTo: { readonly type: string; readonly isCollection: boolean } | undefined;
  readonly parameters: readonly CsdlParameter[];
  readonly result: { readonly type: string; readonly isCollection: boolean } | undefined;
}

export interface CsdlSet {
  readonly name: string;
  readonly type: string;
  readonly isSingleton: boolean;
  readonly canInsert: boolean;
  readonly canUpdate: boolean;
  readonly canDelete: boolean;
}

export interface Csdl {
  readonly version: 2 | 3 | 4;
  readonly structures: ReadonlyMap<string, CsdlStructure>;
  readonly enumerations: ReadonlyMap<string, readonly string[]>;
  /** Other names of plain types: qualified name -> type of `Edm`. */
  readonly definitions: ReadonlyMap<string, string>;
  readonly sets: readonly CsdlSet[];
  readonly calls: readonly CsdlCall[];
}
