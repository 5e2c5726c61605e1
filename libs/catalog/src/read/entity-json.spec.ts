import { entityTypes } from '../types/entity-types';
import { entityJson } from './entity-json';
import type { EntityRow } from './entity-row';
import { allFields } from '../query/field-list';

const table = entityTypes.get('table');
const START = '"http://localhost/api/v1/tables/';

const row = (body: object, details: object | null): EntityRow => ({
  node: '1',
  id: '6f9619ff-8b86-4011-b42d-00c04fc964ff',
  name: 'a "b"',
  fqn: 's.d.c.a "b"',
  version: 12,
  updated_at: '1700000000000',
  updated_by: 'admin',
  deleted: false,
  body: JSON.stringify(body),
  details: details && JSON.stringify(details),
  defaults: '{}',
  root_service_type: null,
});

describe('the JSON of an entity', () => {
  const long = 'é😀'.repeat(500);

  it.each([
    ['nothing', {}, null],
    ['short texts', { displayName: 'A' }, { columns: [] }],
    ['long texts', { description: long }, { columns: [{ name: long }] }],
    ['a long text and none', { description: long }, {}],
  ])('has what is stored, of %s', (_, body, details) => {
    const one = row(body, details);
    expect(JSON.parse(entityJson(one, allFields(table), new Map(), START))).toMatchObject({
      name: 'a "b"',
      version: 1.2,
      href: `http://localhost/api/v1/tables/${one.id}`,
      ...body,
      ...details,
    });
  });
});
