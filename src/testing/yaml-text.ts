/** Values as YAML, as they are written in files of cases. */
import { Document, type ScalarTag } from 'yaml';
import { ExactNumber } from '../../engine/tools/index.ts';

/** Numbers with all their digits. */
const exactNumber: ScalarTag = {
  tag: 'tag:yaml.org,2002:float',
  default: true,
  identify: (value) => value instanceof ExactNumber,
  resolve: (text) => text,
  stringify: ({ value }) => (value instanceof ExactNumber ? value.text : String(value)),
};

/** A document of its own with a value, whose numbers may hold all their digits. */
export const documentOf = (value: unknown): Document =>
  new Document(value, { customTags: (tags) => [exactNumber, ...tags] });

/** A value as a block; ends with a line break. */
export const yamlText = (value: unknown): string => documentOf(value).toString({ lineWidth: 0 });
