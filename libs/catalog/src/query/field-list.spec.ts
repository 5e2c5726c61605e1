import type { EntityType } from '../definition/entity-type';
import { entityTypes } from '../types/entity-types';
import { allFields, fieldNames, parseFields } from './field-list';

const table = entityTypes.get('table');
const domain = entityTypes.get('domain');

describe('parseFields', () => {
  it.each<[string | undefined, boolean, string[], string[]]>([
    [undefined, false, [], []],
    ['', false, [], []],
    [undefined, true, ['columns'], []],
    ['tags', false, ['tags'], []],
    ['tags', true, ['columns', 'tags'], []],
    [' owners , tags,,owners ', false, ['tags'], ['owners']],
    ['owner', false, [], ['owners']],
    ['domain', false, [], ['domains']],
    ['columns', true, ['columns'], []],
    ['service,databaseSchema,serviceType,tableType', false, [], []],
    ['votes,certification,lifeCycle', false, ['votes', 'lifeCycle'], []],
  ])('reads %j (single: %s)', (fields, single, attributes, relations) => {
    const selection = parseFields(table, fields, single);
    expect([...selection.attributes].sort()).toEqual([...attributes].sort());
    expect(selection.relations).toEqual(relations);
  });

  it.each(['nope', 'owners,nope', 'Owners', 'columns.name', '__proto__', 'constructor', 'toString'])(
    'refuses %s',
    (fields) => {
      const wrong = fields.split(',').at(-1);
      expect(() => parseFields(table, fields, false)).toThrow(`Invalid field name ${wrong}`);
    },
  );

  it('says which fields there are', () => {
    const told = (): unknown => parseFields(table, 'nope', false);
    expect(told).toThrow(
      expect.objectContaining({ details: [{ field: 'fields', message: expect.stringContaining('owners') as string }] }),
    );
  });

  it('remembers the old name of owners', () => {
    expect(parseFields(table, 'owner', false).singleOwner).toBe(true);
    expect(parseFields(table, 'owners', false).singleOwner).toBe(false);
  });

  it('shows base relations unasked', () => {
    expect(parseFields(entityTypes.get('testCase'), undefined, false).relations).toEqual([
      'testDefinition',
      'testSuite',
    ]);
  });
});

describe('allFields', () => {
  it('leaves out only what can be as long as the catalog', () => {
    const everything = parseFields(domain, '*', true).relations;
    expect(everything.filter((name) => !allFields(domain).relations.includes(name)).sort()).toEqual([
      'assets',
      'children',
    ]);
    expect(allFields(domain).attributes).toEqual(parseFields(domain, '*', false).attributes);
  });
});

describe('fieldNames', () => {
  const refusal = (entityType: EntityType, name: string): string | undefined => {
    try {
      return void parseFields(entityType, name, true);
    } catch (error) {
      return (error as Error).message;
    }
  };

  it.each(entityTypes.all().map((entityType) => [entityType.type, entityType] as const))(
    'of %s are all taken, and no other one is',
    (_, entityType) => {
      const names = fieldNames(entityType);
      expect(() => parseFields(entityType, names.join(), true)).not.toThrow();
      expect(names).toEqual(expect.arrayContaining([...allFields(entityType).attributes]));
      const others = entityTypes.all().flatMap((other) => fieldNames(other));
      const foreign = [...new Set(others.filter((one) => !names.includes(one)))];
      expect(foreign.map((name) => refusal(entityType, name))).toEqual(
        foreign.map((name) => expect.stringContaining(`Invalid field name ${name}`) as string),
      );
    },
  );
});
