/** What a run has left in the ERP, for reports. */
import type { Path } from '../../../contract/types.ts';
import type { WrittenDocument } from './exchanges.ts';

export interface Writing {
  /** Whether documents may have been written into the ERP. */
  readonly writes: boolean;
  readonly written: readonly WrittenDocument[];
}

const kinds: readonly (readonly [path: Path, kind: string])[] = [
  ['/sale-draft', 'drafts'],
  ['/invoices/push', 'invoices'],
  ['/payments/push', 'payments'],
];

/** What the run has left in the ERP: a sentence, and a line for each kind of document with the numbers and ids. */
export function writtenLines({ writes, written }: Writing): readonly string[] {
  if (!writes)
    return [
      'Only the sample draft of the connection test was sent to be written; --writes also tests drafts and pushes.',
    ];
  const left = kinds.flatMap(([path, kind]) => {
    const documentsOfKind = written.filter((document) => document.path === path);
    const names = documentsOfKind.map(({ name, id }) => `${name} (${id})`).join(', ');
    return documentsOfKind.length === 0 ? [] : [`  ${documentsOfKind.length} ${kind}: ${names}`];
  });
  return left.length === 0 ? ['With --writes: nothing was left in the ERP.'] : ['Left in the ERP:', ...left];
}
