/** Formats values as YAML for case files. */
import { Document, type ScalarTag } from 'yaml';
import { ExactNumber } from '../../../engine/tools/index.ts';

/** Numbers keep all digits. */
const exactNumber: ScalarTag = {
  tag: 'tag:yaml.org,2002:float',
  default: true,
  identify: (value) => value instanceof ExactNumber,
  resolve: (text) => text,
  stringify: ({ value }) => (value instanceof ExactNumber ? value.text : String(value)),
};

/** A new document with a value. Numbers keep all digits. */
export const documentOf = (value: unknown): Document =>
  new Document(value, { customTags: (tags) => [exactNumber, ...tags] });

/** A value as a block, which ends with a line break. */
export const yamlText = (value: unknown): string => documentOf(value).toString({ lineWidth: 0 });
