import { bodyToSend, referenceIn, type Schema } from './body-to-send';

const COMPONENTS: Readonly<Record<string, Schema>> = {
  EntityReference: { type: 'object', properties: { id: {}, type: {} }, additionalProperties: false },
  UserToSend: {
    anyOf: [
      { type: 'string' },
      { $ref: '#/components/schemas/EntityReference' },
      { properties: { fullyQualifiedName: {} } },
    ],
  },
  Column: {
    type: 'object',
    properties: {
      name: { type: 'string' },
      fullyQualifiedName: { type: 'string', readOnly: true },
      tags: { type: 'array', items: { properties: { tagFQN: {}, labelType: {} }, additionalProperties: false } },
      profile: { type: 'object' },
      children: { type: 'array', items: { $ref: '#/components/schemas/Column' } },
    },
    additionalProperties: false,
  },
};
const TABLE: Schema = {
  properties: {
    name: { type: 'string' },
    databaseSchema: { $ref: '#/components/schemas/UserToSend' },
    owners: { type: 'array', items: { $ref: '#/components/schemas/UserToSend' } },
    columns: { type: 'array', items: { $ref: '#/components/schemas/Column' } },
    location: { $ref: '#/components/schemas/EntityReference' },
    extension: { type: 'object', additionalProperties: true },
    description: { type: 'string' },
  },
  required: ['name', 'columns'],
};
const resolve = (schema: Schema): Schema => COMPONENTS[schema.$ref?.split('/').at(-1) ?? ''] ?? schema;
const ID = '3f0c8a52-9a1e-4f0b-8d67-2f6f4d1c9a11';

function sent(document: Record<string, unknown>): { body: object; leftOut: string[] } {
  const leftOut: string[] = [];
  const body = bodyToSend(document, TABLE, resolve, (path) => leftOut.push(path));
  return { body, leftOut };
}

describe('an entity of another service as a body', () => {
  it('names what it refers to, and has nothing that the service made', () => {
    const document = {
      ...{ id: ID, name: 't', href: 'x', version: 0.3, updatedBy: 'ann', description: null, columns: [] },
      databaseSchema: { id: ID, type: 'databaseSchema', name: 'p', fullyQualifiedName: 's.d.p', deleted: false },
      owners: [
        { id: ID, type: 'user', name: 'ann', fullyQualifiedName: 'ann' },
        { id: ID, type: 'team', name: 'all', fullyQualifiedName: 'all', inherited: true },
      ],
    };
    expect(sent(document)).toEqual({
      body: {
        name: 't',
        databaseSchema: { type: 'databaseSchema', fullyQualifiedName: 's.d.p' },
        owners: [{ type: 'user', fullyQualifiedName: 'ann' }],
        columns: [],
      },
      leftOut: [],
    });
  });

  it('has the members of its schema at every depth; others are told', () => {
    const column = (name: string, more: object = {}) => ({
      name,
      fullyQualifiedName: `t.${name}`,
      profile: { a: 1 },
      ...more,
    });
    const tags = [
      { tagFQN: 'A.b', labelType: 'Manual', reason: 'seen' },
      { tagFQN: 'A.c', labelType: 'Derived' },
    ];
    const columns = [column('a', { tags }), column('b', { children: [column('c', { novelty: 1 })] })];
    const location = { id: ID, type: 'location', name: 'l' };
    expect(sent({ name: 't', columns, location, joins: { n: 1 }, extension: { any: { thing: [1] } } })).toEqual({
      body: {
        name: 't',
        columns: [
          { name: 'a', tags: [{ tagFQN: 'A.b', labelType: 'Manual' }, tags[1]] },
          { name: 'b', children: [{ name: 'c' }] },
        ],
        extension: { any: { thing: [1] } },
      },
      leftOut: ['columns.tags.reason', 'columns.children.novelty', 'location', 'joins'],
    });
  });

  it.each([
    [
      { id: ID, type: 'user', name: 'ann' },
      { type: 'user', fullyQualifiedName: 'ann' },
    ],
    [{ id: ID, type: 'user' }, undefined],
    [{ type: 'user', name: 'ann' }, undefined],
    ['ann', undefined],
  ])('%j as a reference is %j', (value, expected) => {
    expect(referenceIn(value)).toEqual(expected);
  });
});
