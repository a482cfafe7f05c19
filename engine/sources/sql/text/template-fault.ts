/** What can be wrong in the placeholders of SQL, and where. */

/** Where a piece was written: which part (undefined: the query itself) and the 0-based offset in that text. */
export interface Origin {
  readonly part: string | undefined;
  readonly offset: number;
  readonly length: number;
}

export type TemplateFaultKind =
  | 'unclosedString'
  | 'unclosedComment'
  | 'unclosedBlock'
  | 'nestedBlock'
  /** An alternative that follows no block. */
  | 'elseWithoutBlock'
  /** Without a value nothing decides whether the block is included. */
  | 'blockWithoutValue'
  | 'severalStatements'
  | 'emptyStatement'
  /** `?` or `$1`: values are named in a profile. */
  | 'nativePlaceholder'
  | 'unknownPart'
  | 'partCycle'
  /** The arguments of a part do not end. */
  | 'unclosedCall'
  | 'blockInArgument'
  | 'emptyArgument'
  /** An argument uses a name that the query of the part gives to a table of its own. */
  | 'hiddenName'
  /** The number of arguments is not that of the parameters. */
  | 'wrongArguments';

export interface TemplateFault {
  readonly kind: TemplateFaultKind;
  /** What is wrong, as a sentence. */
  readonly message: string;
  readonly part: string | undefined;
  readonly offset: number;
  readonly length: number;
}

const messages: Readonly<Record<TemplateFaultKind, string>> = {
  unclosedString: 'This quote is never closed.',
  unclosedComment: 'This comment is never closed.',
  unclosedBlock: 'This optional block is opened by [[ and never closed by ]] (with white space before it).',
  nestedBlock: 'An optional block [[ ]] cannot be inside another one.',
  elseWithoutBlock: 'There is no optional block [[ ]] immediately before this alternative.',
  blockWithoutValue: 'This optional block names no value, so nothing decides whether it is used.',
  severalStatements: 'There is more than one statement here; only one can be run.',
  emptyStatement: 'There is no statement here.',
  nativePlaceholder: "This is a placeholder of the database's own kind; values are written as :name.",
  unknownPart: 'There is no part of this name.',
  partCycle: 'This part contains itself.',
  unclosedCall: 'The arguments of this part are opened by ( and never closed by )}.',
  blockInArgument: 'An argument of a part cannot contain an optional block [[ ]].',
  emptyArgument: 'This argument is empty.',
  hiddenName: 'The part gives this name to a table of its own.',
  wrongArguments: 'The number of arguments is wrong.',
};

/** A fault at a place. `message`: in place of the general one of the kind. */
export function templateFault(kind: TemplateFaultKind, at: Origin, message = messages[kind]): TemplateFault {
  return { kind, message, part: at.part, offset: at.offset, length: at.length };
}
