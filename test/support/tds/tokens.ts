/** Encodes server messages: the tokens of MS-TDS 2.2.7. */
import { longText, number, shortBytes, shortText } from './bytes.ts';
import { type ColumnType, collations, type Value } from './columns.ts';

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
}

const sized = (token: number, ...content: readonly Uint8Array[]) => {
  const bytes = Buffer.concat(content);
  return Buffer.concat([number(token, 1), number(bytes.length, 2), bytes]);
};

/** LOGINACK, 2.2.7.14: TDS 7.4. */
export const loginAck = () =>
  sized(
    0xad,
    number(1, 1),
    Buffer.from([0x74, 0, 0, 4]),
    shortText('Microsoft SQL Server'),
    Buffer.from([16, 0, 16, 0]),
  );

/** ENVCHANGE, 2.2.7.9. */
const change = (kind: number, next: Buffer, previous: Buffer) => sized(0xe3, number(kind, 1), next, previous);
const none = number(0, 1);
export const databaseChange = (name: string) => change(1, shortText(name), shortText('master'));
export const collationChange = () => change(7, shortBytes(collations.latin), none);
export const packetSizeChange = (size: number) => change(4, shortText(String(size)), shortText('4096'));
export const transactionBegun = (descriptor: Buffer) => change(8, shortBytes(descriptor), none);
export const transactionCommitted = (descriptor: Buffer) => change(9, none, shortBytes(descriptor));
export const transactionRolledBack = (descriptor: Buffer) => change(10, none, shortBytes(descriptor));

export interface Message {
  readonly number: number;
  readonly message: string;
  /** Severity; 16 by default. */
  readonly level?: number;
  /** 1 by default. */
  readonly line?: number;
}

/** ERROR 2.2.7.10, INFO 2.2.7.13. */
const message = (token: number, { number: id, message: text, level = 16, line = 1 }: Message) =>
  sized(
    token,
    number(id, 4),
    number(1, 1),
    number(level, 1),
    longText(text),
    shortText('double'),
    shortText(''),
    number(line, 4),
  );
export const error = (content: Message) => message(0xaa, content);
export const info = (content: Message) => message(0xab, { level: 0, ...content });

export const doneBits = { more: 1, error: 2, inTransaction: 4, count: 0x10, attention: 0x20 } as const;
const done =
  (token: number) =>
  (bits: number, count = 0) =>
    Buffer.concat([number(token, 1), number(bits, 2), number(0xc1, 2), number(count, 8)]);
/** DONE 2.2.7.6 ends a batch, DONEPROC 2.2.7.8 a call, DONEINPROC 2.2.7.7 one statement of a call. */
export const doneBatch = done(0xfd);
export const doneCall = done(0xfe);
export const doneStatement = done(0xff);

/** RETURNSTATUS, 2.2.7.18. */
export const returnStatus = (status: number) => Buffer.concat([number(0x79, 1), number(status, 4)]);

/** COLMETADATA, 2.2.7.4. */
export function columnMetadata(columns: readonly Column[]): Buffer {
  // Flags: the column may be NULL.
  const described = columns.flatMap(({ name, type }) => [number(0, 4), number(1, 2), type.info, shortText(name)]);
  return Buffer.concat([number(0x81, 1), number(columns.length, 2), ...described]);
}

/** ROW, 2.2.7.19. */
export function row(columns: readonly Column[], values: readonly Value[]): Buffer {
  return Buffer.concat([number(0xd1, 1), ...columns.map(({ type }, index) => type.encode(values[index] ?? null))]);
}

/** NBCROW, 2.2.7.15: a row with many NULLs, which a bitmap marks. */
export function sparseRow(columns: readonly Column[], values: readonly Value[]): Buffer {
  const bitmap = Buffer.alloc(Math.ceil(columns.length / 8));
  const present: Buffer[] = [];
  for (const [index, { type }] of columns.entries()) {
    const value = values[index] ?? null;
    if (value === null) bitmap[index >> 3] = (bitmap[index >> 3] ?? 0) | (1 << (index & 7));
    else present.push(type.encode(value));
  }
  return Buffer.concat([number(0xd2, 1), bitmap, ...present]);
}
