/**
 * Writes an OpenAPI document of the part of Frappe's REST API that the profile uses, from the sources of Frappe and ERPNext: the fields of a document
 * from its doctype (JSON), the parameters of a method from its definition (Python).
 *
 *     node profiles/erpnext/description/from-doctypes.ts <folder with frappe/ and erpnext/> rest.json
 *     npx engine describe erpnext --source api --from rest.json --origin "ERPNext 15.71.1 and Frappe 15.72.4, GPL-3.0 and MIT"
 *
 * No member is required: Frappe demands mandatory fields only after ERPNext has filled in what it can. Answers of methods are open.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Node = Readonly<Record<string, unknown>>;

interface Field {
  readonly fieldname: string;
  readonly fieldtype: string;
  readonly label?: string;
  readonly options?: string;
  readonly length?: number;
  readonly read_only?: number;
}

/** Documents that are created, and methods that are called. */
const documents = ['Sales Order', 'Sales Invoice', 'Payment Entry'];
const methods = [
  'frappe.auth.get_logged_user',
  'erpnext.stock.get_item_details.get_item_details',
  'erpnext.accounts.party.get_party_details',
  'erpnext.controllers.accounts_controller.get_taxes_and_charges',
];

const numbers = ['Currency', 'Float', 'Percent'];
const texts = ['Text', 'Text Editor', 'Long Text', 'Small Text', 'Code', 'Time', 'Attach'];
const lines = ['Data', 'Link', 'Dynamic Link', 'Read Only'];

/** The type of a column (frappe/database/mariadb/database.py). Undefined: the field has no value, such as a heading. */
function typeOf({ fieldtype, options, length }: Field): Node | undefined {
  if (numbers.includes(fieldtype)) return { type: 'number' };
  if (fieldtype === 'Int') return { type: 'integer' };
  if (fieldtype === 'Check') return { type: 'integer', enum: [0, 1] };
  if (fieldtype === 'Date') return { type: 'string', format: 'date' };
  if (fieldtype === 'Table') return { type: 'array', items: { $ref: `#/components/schemas/${options}` } };
  if (texts.includes(fieldtype)) return { type: 'string' };
  if (fieldtype === 'Select') return { type: 'string', enum: (options ?? '').split('\n') };
  return lines.includes(fieldtype) ? { type: 'string', maxLength: length || 140 } : undefined;
}

/** The schemas of a document and of the rows inside of it. */
function schemasOf(folder: string, name: string): Node {
  const file = name.toLowerCase().replaceAll(/\W/g, '_');
  const [path] = globSync(`**/doctype/${file}/${file}.json`, { cwd: folder });
  if (path === undefined) throw new Error(`There is no doctype ${name} in ${folder}.`);
  const { fields }: { fields: readonly Field[] } = JSON.parse(readFileSync(join(folder, path), 'utf8'));
  const isNumbered = fields.some(({ fieldname }) => fieldname === 'naming_series');
  const properties: Record<string, Node> = isNumbered
    ? {
        name: { type: 'string', maxLength: 140, readOnly: true },
        creation: { type: 'string', readOnly: true, description: "Time in the site's zone" },
        docstatus: { type: 'integer', enum: [0, 1, 2], description: '0 draft, 1 submitted, 2 cancelled' },
      }
    : {};
  for (const field of fields) {
    const type = typeOf(field);
    const isSeries = field.fieldname === 'naming_series';
    if (type !== undefined && !isSeries)
      properties[field.fieldname] = {
        ...type,
        ...(field.label === undefined ? {} : { description: field.label }),
        ...(field.read_only === 1 ? { readOnly: true } : {}),
      };
  }
  const rows = fields.flatMap(({ fieldtype, options }) =>
    fieldtype === 'Table' && options !== undefined ? [options] : [],
  );
  return Object.assign({ [name]: { type: 'object', properties } }, ...rows.map((row) => schemasOf(folder, row)));
}

/** The parameters in the definition of a method that Frappe calls by its name. */
function parametersOf(folder: string, method: string): readonly Node[] {
  const parts = method.split('.');
  const text = readFileSync(join(folder, `${parts.slice(0, -1).join('/')}.py`), 'utf8');
  const [, signature] =
    new RegExp(`\\n@frappe\\.whitelist\\([^)]*\\)\\ndef ${parts.at(-1)}\\(([^)]*)\\)`).exec(text) ?? [];
  if (signature === undefined) throw new Error(`${method} is not called by its name.`);
  const parameters = signature.split(',').map((parameter) => parameter.trim());
  return parameters
    .filter((parameter) => parameter !== '')
    .map((parameter) => ({
      name: parameter.split(/[=:]/)[0]?.trim(),
      in: 'query',
      required: !parameter.includes('='),
      schema: { type: 'string' },
    }));
}

const answer = (schema: Node): Node => ({ description: 'Success', content: { 'application/json': { schema } } });
const failure: Node = {
  description: 'An exception, after which everything was rolled back',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Exception' } } },
};
const exception: Node = {
  type: 'object',
  properties: {
    exc_type: { type: 'string', description: 'Class of the exception' },
    exception: { type: 'string', description: 'Last line of the trace' },
    exc: { type: 'string', description: 'Trace, as JSON' },
    _server_messages: { type: 'string', description: 'Messages, as JSON' },
  },
};

/** The document for the sources in a folder, which has the folders `frappe` and `erpnext` of the two packages. */
export function described(folder: string): Node {
  const paths: Record<string, Node> = {};
  for (const method of methods)
    paths[`/method/${method}`] = {
      get: {
        parameters: parametersOf(folder, method),
        responses: { '200': answer({ type: 'object', properties: { message: {} } }), default: failure },
      },
    };
  for (const name of documents) {
    const schema = { $ref: `#/components/schemas/${name}` };
    paths[`/resource/${name}`] = {
      post: {
        requestBody: { required: true, content: { 'application/json': { schema } } },
        responses: { '200': answer({ type: 'object', properties: { data: schema } }), default: failure },
      },
    };
  }
  const schemas = Object.assign({ Exception: exception }, ...documents.map((name) => schemasOf(folder, name)));
  return {
    openapi: '3.0.3',
    info: {
      title: 'REST API of Frappe, with the documents of ERPNext 15',
      version: '15',
      license: { name: 'GPL-3.0', url: 'https://www.gnu.org/licenses/gpl-3.0.html' },
    },
    servers: [{ url: 'https://erp.example.com/api' }],
    paths,
    components: { schemas },
  };
}

if (import.meta.main) {
  const [folder, file] = process.argv.slice(2);
  if (folder === undefined || file === undefined) {
    process.stderr.write('Name the folder with the sources of Frappe and ERPNext, and the file to write.\n');
    process.exitCode = 2;
  } else writeFileSync(file, `${JSON.stringify(described(folder), undefined, 2)}\n`);
}
