/** An OpenRPC document with a method of each form. */

const order = { $ref: '#/components/schemas/order' };
const command = (name: string, ...items: readonly object[]) => ({
  type: 'array',
  items: [{ const: name }, ...items],
  minItems: 1 + items.length,
  additionalItems: false,
});
const ids = { type: 'array', items: { type: 'integer' } };

/** `orders.create` takes its parameters by position, `orders.find` by name, `orders.close` both ways. */
export const openRpc = {
  openrpc: '1.3.2',
  info: { title: 'Acme', version: '7' },
  methods: [
    {
      name: 'orders.create',
      summary: 'Creates orders.',
      paramStructure: 'by-position',
      params: [
        { name: 'orders', required: true, schema: { type: 'array', items: { allOf: [order], required: ['number'] } } },
        { $ref: '#/components/contentDescriptors/context' },
        { name: 'note', schema: { type: 'string' } },
      ],
      result: { name: 'ids', schema: ids },
    },
    {
      name: 'orders.find',
      paramStructure: 'by-name',
      params: [
        { name: 'number', required: true, schema: { type: 'string', maxLength: 5 } },
        { name: 'limit', schema: { type: 'integer' } },
      ],
      result: { name: 'orders', schema: { type: 'array', items: order } },
    },
    {
      name: 'orders.close',
      params: [{ name: 'ids', required: true, schema: ids }],
      result: { name: 'done', schema: {} },
    },
  ],
  components: {
    contentDescriptors: { context: { name: 'context', required: true, schema: { type: 'object' } } },
    schemas: {
      order: {
        type: 'object',
        properties: {
          number: { type: 'string' },
          total: { $ref: '#/components/schemas/Decimal' },
          extra: { description: 'anything' },
          state: { type: 'string', enum: ['open', 'closed'] },
          customer: { anyOf: [{ type: 'integer' }, { const: false }] },
          lines: {
            type: 'array',
            items: {
              oneOf: [
                command('create', { type: 'array', items: { $ref: '#/components/schemas/line' } }),
                command('add', ids),
              ],
            },
          },
        },
        additionalProperties: false,
      },
      line: { type: 'object', properties: { sku: { type: 'string' }, quantity: { type: 'number' } } },
      Decimal: {
        type: 'object',
        properties: { __class__: { const: 'Decimal' }, decimal: { type: 'string' } },
        required: ['__class__', 'decimal'],
      },
      machine: { type: 'object', properties: { serial: { type: 'string' } } },
    },
  },
};
