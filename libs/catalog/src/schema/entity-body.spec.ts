import type { AppError } from '@app/common';
import { entityTypes } from '../types/entity-types';
import { checkedBody } from './entity-body';

const table = entityTypes.get('table');
const BODY = { name: 't', databaseSchema: 'a.b.c', columns: [{ name: 'id', dataType: 'INT' }] };

/** The errors of a body: `field: message`. */
function faults(body: unknown, type = table): string[] {
  try {
    checkedBody(type, body);
  } catch (error) {
    return ((error as AppError).details ?? []).map(({ field, message }) => `${field}: ${message}`);
  }
  return [];
}

describe('checkedBody', () => {
  it.each<[string, object, object]>([
    [
      'read-only members are ignored',
      { id: 5, version: 'x', href: 1, followers: 1, service: 'x', usageSummary: [] },
      {},
    ],
    ['null is absent', { description: null, owners: null }, {}],
    [
      'closed lists take any case',
      { columns: [{ name: 'a', dataType: 'varchar', constraint: 'not_null' }] },
      { columns: [{ name: 'a', dataType: 'VARCHAR', constraint: 'NOT_NULL' }] },
    ],
    ['null in an extension is the caller’s', { extension: { a: null } }, { extension: { a: null } }],
    [
      'references of every form',
      {
        owners: [
          'dana',
          { id: '7cc90fd6-9db6-43f0-b49e-d2cd4b94c8fb', type: 'user' },
          { fullyQualifiedName: 'x', type: 'team' },
        ],
      },
      {},
    ],
  ])('%s', (_, more, kept) => {
    expect(checkedBody(table, { ...BODY, ...more })).toMatchObject({ ...BODY, ...kept });
  });

  it('leaves the sent body as it is', () => {
    const sent = { ...BODY, description: null, columns: [{ name: 'id', dataType: 'int' }] };
    const before = structuredClone(sent);
    checkedBody(table, sent);
    expect(sent).toEqual(before);
  });

  it.each<[object, string]>([
    [{ name: 5 }, 'name: must be a string, got the number 5'],
    [{ description: [] }, 'description: must be a string, got an array'],
    [{ columns: {} }, 'columns: must be an array, got an object'],
    [{ columns: [5] }, 'columns[0]: must be an object, got the number 5'],
    [{ columns: [null] }, 'columns[0]: must be an object, got null'],
    [{ columns: [{ dataType: 'INT' }] }, 'columns[0].name: is required'],
    [{ columns: [{ name: 'a', dataType: 'INTT' }] }, 'columns[0].dataType: must be one of AGG_STATE'],
    [{ columns: [{ name: 'a', dataType: 'ARRAY' }] }, 'columns[0].arrayDataType: is required for the dataType ARRAY'],
    [
      { columns: [{ name: 'a', dataType: 'INT', dataLength: -1 }] },
      'columns[0].dataLength: must be at least 0, got -1',
    ],
    [{ columns: [{ name: 'a', dataType: 'INT', dataLength: 1.5 }] }, 'columns[0].dataLength: must be an integer'],
    [{ columns: [{ name: 'a', dataType: 'INT', lenght: 1 }] }, 'columns[0].lenght: is unknown here; known: name'],
    [
      { columns: [{ name: 'a', dataType: 'STRUCT', children: [{ name: 'b' }] }] },
      'columns[0].children[0].dataType: is required',
    ],
    [
      {
        columns: [
          { name: 'a', dataType: 'INT' },
          { name: 'a', dataType: 'INT' },
        ],
      },
      'columns[1].name: "a" is already the name of columns[0]',
    ],
    [{ columns: [{ name: 'a\n', dataType: 'INT' }] }, 'columns[0].name: must not contain control characters'],
    [{ tableType: 'regular' }, 'tableType: must be one of Regular'],
    [{ fileFormat: 'c s v' }, 'fileFormat: must match pattern'],
    [{ nme: 1 }, 'nme: is unknown here'],
    [{ owners: 'dana' }, 'owners: must be an array'],
    [{ owners: [{ id: 'x', type: 'user' }] }, 'owners[0]: has an id that is not a UUID'],
    [{ owners: [{ fullyQualifiedName: 'x', type: 'table' }] }, 'owners[0]: has the type "table"; allowed: user, team'],
    [{ databaseSchema: 5 }, 'databaseSchema: must be a reference to a databaseSchema'],
    [{ extension: { text: 'x'.repeat(70_000) } }, 'extension: must have at most 65536 bytes'],
  ])('%j', (more, told) => {
    expect(faults({ ...BODY, ...more })[0]).toContain(told);
  });

  it('tells all that is wrong, up to a bound', () => {
    expect(faults({ description: 5, columns: [{}], nme: 1 })).toHaveLength(6);
    const wrong = { ...BODY, columns: Array.from({ length: 300 }, () => ({})) };
    expect(faults(wrong)).toHaveLength(100);
    expect(() => checkedBody(table, wrong)).toThrow('the check stopped after 100 wrong fields');
  });

  it.each(entityTypes.all().map((type) => [type.type, type] as const))('takes the example of %s', (_, type) => {
    expect(faults(type.example, type)).toEqual([]);
  });
});
