/** Writes ZIP archives (APPNOTE.TXT 6.3, https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT). */
import { crc32, deflateRawSync } from 'node:zlib';

interface ZipFile {
  /** With slashes, relative. */
  readonly path: string;
  readonly content: Buffer;
}

/** Version 2.0 of the format, names in UTF-8, deflated, and 1980-01-01 as the time of all files: equal files give an equal archive. */
function commonFields(content: Buffer, packed: Buffer, name: Buffer): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(0x0800, 2);
  fields.writeUInt16LE(8, 4);
  fields.writeUInt16LE(0x0021, 8);
  fields.writeUInt32LE(crc32(content), 10);
  fields.writeUInt32LE(packed.length, 14);
  fields.writeUInt32LE(content.length, 18);
  fields.writeUInt16LE(name.length, 22);
  return fields;
}

const signature = (number: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(number);
  return bytes;
};

/** An archive of less than 4 GB. */
export function zip(files: readonly ZipFile[]): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { path, content } of files) {
    const name = Buffer.from(path, 'utf8');
    const packed = deflateRawSync(content, { level: 9 });
    const fields = commonFields(content, packed, name);
    const entry = [signature(0x04034b50), fields, name, packed];
    // Comment, disk and attributes are empty.
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    central.push(signature(0x02014b50), Buffer.from([20, 0]), fields, rest, name);
    local.push(...entry);
    offset += entry.reduce((sum, { length }) => sum + length, 0);
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...local, directory, signature(0x06054b50), end]);
}
