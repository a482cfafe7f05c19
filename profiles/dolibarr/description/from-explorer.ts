/**
 * Reads the document of a running Dolibarr's API explorer (Swagger 2.0), and leaves open what it cannot say:
 *
 *     DOLIBARR_URL=https://erp.example.com DOLIBARR_API_KEY=… node profiles/dolibarr/description/from-explorer.ts explorer.json
 *     npx engine describe dolibarr --source api --from explorer.json --origin "Dolibarr 22.0.4, GPL-3.0-or-later"
 *
 * The explorer derives types from the comments of PHP. `array` there is a list or a record, so that it is written as a list of texts for both. A body
 * that a method takes as a whole is described as if it was inside of a member `request_data`. An answer without a type is described as a text. The
 * API takes numbers for texts.
 */
import { writeDescription } from '../../../src/workbench/testing/description-script.ts';

type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
const nodeOf = (value: unknown): Node => (isNode(value) ? value : {});

const changed = (node: unknown, change: (value: unknown, name: string) => unknown): Node =>
  Object.fromEntries(Object.entries(nodeOf(node)).map(([name, value]) => [name, change(value, name)]));

/** Whether it is a list of texts, which stands for an array of PHP. */
const isArrayOfPhp = ({ type, items }: Node): boolean => type === 'array' && nodeOf(items).type === 'string';

/** A member of a body. */
function member(schema: unknown): Node {
  const { description, ...rest } = nodeOf(schema);
  const words = typeof description === 'string' ? { description } : {};
  if (isArrayOfPhp(rest)) return words;
  const isText = rest.type === 'string' && rest.enum === undefined;
  return { ...rest, ...(isText ? { type: ['string', 'number'] } : {}), ...words };
}

function model(schema: unknown): Node {
  const { properties, ...rest } = nodeOf(schema);
  const names = Object.keys(nodeOf(properties));
  if (names.includes('request_data')) return { type: 'object' };
  return { ...rest, type: 'object', properties: changed(properties, member) };
}

function answer(response: unknown): Node {
  const { schema, ...rest } = nodeOf(response);
  const type = nodeOf(schema);
  const isOpen = schema === undefined || isArrayOfPhp(type) || type.type === 'string' || '$ref' in type;
  return isOpen ? rest : { ...rest, schema };
}

/** The document with the version of the Dolibarr, and open where the explorer does not know the type. */
export function described(document: Node, version: string): Node {
  const operation = (value: unknown, name: string): unknown =>
    name === 'parameters' ? value : { ...nodeOf(value), responses: changed(nodeOf(value).responses, answer) };
  return {
    ...document,
    info: {
      title: 'Dolibarr REST API',
      version,
      license: { name: 'GPL-3.0-or-later', url: 'https://www.gnu.org/licenses/gpl-3.0.html' },
    },
    host: 'erp.example.com',
    paths: changed(document.paths, (item) => changed(item, operation)),
    definitions: changed(document.definitions, model),
  };
}

if (import.meta.main)
  await writeDescription(process, {
    variables: ['DOLIBARR_URL', 'DOLIBARR_API_KEY'],
    secret: 'DOLIBARR_API_KEY',
    async describe(variable) {
      const ask = async (path: string): Promise<Node> => {
        // The explorer takes the key from the address.
        const key = new URLSearchParams({ DOLAPIKEY: variable('DOLIBARR_API_KEY') });
        const response = await fetch(`${variable('DOLIBARR_URL')}/api/index.php/${path}?${key}`);
        if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
        return nodeOf(await response.json());
      };
      const { dolibarr_version: version } = nodeOf((await ask('status')).success);
      const document = await ask('explorer/swagger.json');
      if (document.swagger !== '2.0') throw new Error('explorer/swagger.json is no document of Swagger 2.0.');
      return described(document, String(version));
    },
  });
