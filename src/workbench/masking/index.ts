/** The interface of this folder: classes of values, and invented values in their places. */
export { type MaskClass, maskClasses } from './classes.ts';
export { type Classified, classify, type Described, namesState } from './classify.ts';
export { isCommonWord, type Part, partsOf } from './content.ts';
export { type JsonMasking, maskJson, maskXml } from './json.ts';
export { createMasker, type Masker, type MaskerInput } from './masker.ts';
export { hasKnownWords, type KeepsName, keepsKnownNames, keepsNamesOfRecords } from './member-names.ts';
export { allowedColumns, type ColumnMask, columnMasks, type MaskColumn, type MaskTable, maskRow } from './rows.ts';
export { currencyCodes } from './standard-codes.ts';
