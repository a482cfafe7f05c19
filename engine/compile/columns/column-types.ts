/** Compares the types of a statement's columns with the fields of the contract. */
import type { Field } from '../../base/contract.ts';
import { toDecimalText } from '../../base/decimal.ts';
import { valueWords } from '../../base/value-words.ts';
import type { ColumnType, OutputColumn, StatementDescription, ValueType } from '../../sources/source.ts';

/** What is wrong with a column or expression of this type as the key of a document. */
export function keyTypeFinding(type: Exclude<ValueType, 'text'>): { readonly message: string; readonly hint: string } {
  return {
    message: `The key of the document is ${valueWords[type]} here, but keys are texts and are compared letter by letter: 0042 is not 42.`,
    hint: 'Return the text as it was written. A column of another type needs a conversion that gives exactly the key.',
  };
}

function valueType(type: ColumnType | undefined): ValueType | undefined {
  switch (type) {
    case 'instant':
    case 'datetime':
      return 'instant';
    case 'date':
    case 'time':
    case 'number':
      return type;
    case 'text':
    case 'binary':
    case 'other':
    case undefined:
      return undefined;
  }
}

/** What the text of a statement, or the database's description of it, shows of its columns. */
export function knownValues(description: StatementDescription | undefined): readonly OutputColumn[] {
  if (description?.columns === undefined) return [];
  const { types, computedInBinary = [] } = description;
  return (
    description.values ??
    description.columns.map((name, index) => ({
      name,
      type: valueType(types[index]),
      isBinary: computedInBinary.includes(name),
    }))
  );
}

/** The types that values of a field may have. Texts are checked by their content instead. */
function acceptedTypes(field: Field): readonly ValueType[] {
  switch (field.type) {
    case 'date':
    case 'instant':
      return ['date', 'instant'];
    case 'integer':
    case 'decimal':
      return ['number'];
    case 'boolean':
      return ['boolean', 'number'];
    case 'currency':
      return [];
    case 'text':
    case 'id':
    case 'email':
      return ['number', 'boolean', 'date', 'instant', 'time'];
    case 'list':
      return [];
  }
}

/** Whether a constant text can be a value of the field. */
function acceptsText(field: Field, text: string): boolean {
  switch (field.type) {
    case 'date':
    case 'instant':
      return /^\d{4}-\d{2}-\d{2}/.test(text);
    case 'integer':
    case 'decimal':
      return toDecimalText(text) !== undefined;
    case 'boolean':
      return /^(?:[01tyfn]|true|false|yes|no)$/i.test(text);
    case 'currency':
      return /^[a-z]{3}$/i.test(text);
    case 'text':
      return field.oneOf === undefined || field.oneOf.includes(text);
    case 'id':
    case 'email':
      return true;
    case 'list':
      return false;
  }
}

/** Why a column cannot be this field, as the end of a sentence; undefined where it can, or where its type is not known. */
export function mismatch(field: Field, { type, literal }: OutputColumn): string | undefined {
  if (type === undefined) return undefined;
  if (type !== 'text') return acceptedTypes(field).includes(type) ? undefined : `it is ${valueWords[type]}`;
  const text = literal?.trim() ?? '';
  return text === '' || acceptsText(field, text) ? undefined : `it is the text '${text}'`;
}

/** What a value of the field must be, in words. */
export function fieldWords(field: Field): string {
  switch (field.type) {
    case 'date':
      return 'a date';
    case 'instant':
      return 'a date and time';
    case 'integer':
      return 'a whole number';
    case 'decimal':
      return 'a number';
    case 'boolean':
      return 'true or false';
    case 'currency':
      return 'a currency code of three letters';
    case 'text':
      return field.oneOf === undefined ? 'a text' : `one of ${field.oneOf.join(', ')}`;
    case 'id':
      return 'an id';
    case 'email':
      return 'an e-mail address';
    case 'list':
      return 'a list';
  }
}
