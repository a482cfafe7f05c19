/** API8xx: requests and ERPs that disagree with the vendor's description of a service (`describedBy`). */
import type { CodeEntry } from './code-entry.ts';

export const descriptionCodes = {
  API801: {
    title: 'description of a service that cannot be read',
    explanation:
      "`describedBy` names a file with the vendor's description of the service: `$metadata` of OData 2 to 4 (XML or JSON), an OpenAPI document (3.0, 3.1 or Swagger 2.0; JSON or YAML), an OpenRPC document (1.2 or 1.3; JSON or YAML), or XML schemas (XSD). The path is relative to the folder of the profile. Without the file, requests to this source are not checked against it.",
    wrong: 'sources: { erp: { http: https://erp.example.com, describedBy: metadta.xml } }',
    right: 'sources: { erp: { http: https://erp.example.com, describedBy: metadata.xml } }',
  },
  API802: {
    title: 'path or method that the service does not have',
    explanation:
      "The vendor's description has no such path, or the record in it has another key, so the service answers 404 or 400. Paths are relative to the address of the source. A request of JSON-RPC has a method in its body instead (OpenRPC): without it the service answers with an error. If the description is older than the service, replace the file.",
    wrong: 'get: /costumers',
    right: 'get: /customers',
    oneCause: true,
  },
  API803: {
    title: 'method that the path does not have',
    explanation:
      "The vendor's description has the path, but not with this method: the service answers 405, or does something else. The hint names the methods that it has.",
    wrong: 'patch: /customers   # only a single customer can be changed',
    right: 'patch: /customers({{ $customer.id }})',
  },
  API804: {
    title: 'query parameter or header that the service does not know or requires',
    explanation:
      "Most services ignore a parameter or header that they do not know and answer with all records, as if it was not there. Compare the name with the vendor's documentation. This is also reported where a parameter or header that the description requires is missing. Headers of HTTP, and those that `auth` adds, are never reported.",
    wrong: 'params: { pagesize: 100 }',
    right: 'params: { pageSize: 100 }',
    oneCause: true,
  },
  API805: {
    title: 'invalid query option',
    explanation:
      'A text under `$filter`, `$orderby`, `$select`, `$expand`, `$apply` or `$compute` names a property or a function that the type does not have, or is not written as OData requires. The service answers 400. The same is reported for `where` of Xero and for statements of QuickBooks Online.',
    wrong: '$filter: ["nubmer eq {{ sku }}"]',
    right: '$filter: ["number eq {{ sku }}"]',
  },
  API806: {
    title: 'value that does not fit its type',
    explanation:
      "The vendor's description gives the property, key, parameter, header or member another type, or a list of values without this one. The service answers 400, or no record ever matches. In a key or filter of OData, texts have quotes, and GUIDs, numbers and dates have none: write `$guid(x)`, `$decimal(x)` and `$date(x)`.",
    wrong: '$filter: ["status eq \'Opened\'"]   # the values are Draft, Open and Paid',
    right: '$filter: ["status eq \'Open\'"]',
  },
  API807: {
    title: 'member that the body cannot have',
    explanation:
      "The vendor's description has no such member in the body of this request. Some services refuse the body; others ignore the member, and the document lacks what it should hold. This is also reported for an item too many in a list whose items have types by their position, such as the parameters of JSON-RPC.",
    wrong: 'json: { externalDocNumber: "{{ $key }}" }',
    right: 'json: { externalDocumentNumber: "{{ $key }}" }',
  },
  API808: {
    title: 'required member is missing',
    explanation:
      "The vendor's description requires the member in the body that creates the record, or in the records of a list inside of it, or requires the parameter of a method of JSON-RPC. The service answers 400.",
    wrong: 'post: /Orders\njson: { CardCode: "{{ customerErpId }}" }   # DocumentLines is required',
    right:
      'post: /Orders\njson: { CardCode: "{{ customerErpId }}", DocumentLines: { $each: lines, $item: { ItemCode: "{{ sku }}" } } }',
  },
  API809: {
    title: 'member that only the service sets',
    explanation:
      "The vendor's description marks the member as computed or read-only. The service refuses the body, or ignores the value.",
    wrong: 'json: { number: "{{ $key }}" }   # from the number series',
    right: 'json: { externalDocumentNumber: "{{ $key }}" }',
  },
  API810: {
    title: 'text that is too long for its member',
    explanation:
      "The vendor's description limits the length of the text. The service refuses a longer one, or cuts it off.",
    wrong: 'json: { reference: an order that the engine has sent }   # 20 characters at most',
    right: 'json: { reference: from the engine }',
  },
  API811: {
    title: 'codes without a value of the vendor',
    explanation:
      "The vendor's description lists the values of the member that `codes` maps, and some have no entry. The answer would fail with the first document that has one of them. Add each, or `else` for all others.",
    wrong: 'codes: { status: { Draft: draft, Open: authorised } }   # the vendor also has In_x0020_Review',
    right: 'codes: { status: { Draft: draft, In Review: in review, Open: authorised } }',
  },
  API812: {
    title: 'pages of the vendor that are not read',
    explanation:
      "Every row of this list is needed, and the vendor's description shows that the service answers it in pages: by a link in the answer, or by a parameter for the page. Without `page`, the rows after the first page are missing without an error. Say how pages follow.",
    wrong: 'get: /invoices\npage: { whole: true }   # the service has the parameter page',
    right: 'get: /invoices\nparams: { page: "{{ $page }}" }\npage: { by: page, size: 100 }',
  },
  API813: {
    title: 'ERP that describes itself otherwise',
    explanation:
      "`engine check --connect` and `engine drift` fetch the description that the ERP serves (`live` of `describedBy`, or `/$metadata` of OData) and compare it with the vendor's file, in what the profile uses. The message says what differs, and which of the two has it. It is an error if the profile uses something that this ERP does not have. Otherwise the file is of another version than the ERP: replace it, so that checks without a connection find the same.",
    wrong: 'fields: { erpName: displayName }   # the file has displayName, and the ERP has name since its update',
    right: 'fields: { erpName: name }',
  },
  API814: {
    title: 'description that the ERP does not serve',
    explanation:
      'The ERP did not answer the request of its description, refused it, or answered something that is no description, such as a login page. What the profile uses was not compared with this ERP. Give the path where it serves `$metadata` or its OpenAPI document, as `live` of `describedBy`: below the address of the source, or a URL of the same origin.',
    wrong: 'describedBy: metadata.xml   # the ERP does not serve it below the address of the source',
    right: 'describedBy: { files: [metadata.xml], live: "${address}/api/v2.0/$metadata" }',
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
