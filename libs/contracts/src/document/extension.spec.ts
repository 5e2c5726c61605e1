import { DEFAULT_SCHEMA_POLICY, parseSchemaPolicy } from './extension';

describe('parseSchemaPolicy', () => {
  it.each([
    [undefined],
    [null],
    [{}],
    [{ other: 1 }],
    [{ schemaPolicy: null }],
    [{ schemaPolicy: {} }],
    ['text'],
    [[]],
  ])('is the default for %j', (extension) => {
    expect(parseSchemaPolicy(extension)).toEqual({ policy: DEFAULT_SCHEMA_POLICY, errors: [] });
  });

  it('takes what is said and keeps the default for the rest', () => {
    expect(parseSchemaPolicy({ schemaPolicy: { types: 'exact', order: null } })).toEqual({
      policy: { types: 'exact', extraColumns: 'allow', order: 'ignore' },
      errors: [],
    });
  });

  it('lists everything that is wrong, with what is allowed', () => {
    const schemaPolicy = { types: 'loose', extraColumns: 'forbid', order: 1, typo: 'x' };
    expect(parseSchemaPolicy({ schemaPolicy })).toEqual({
      policy: { types: 'compatible', extraColumns: 'forbid', order: 'ignore' },
      errors: [
        { field: 'extension.schemaPolicy.types', message: 'must be one of compatible, family, exact' },
        { field: 'extension.schemaPolicy.order', message: 'must be one of ignore, same' },
        { field: 'extension.schemaPolicy.typo', message: 'is unknown; allowed: types, extraColumns, order' },
      ],
    });
  });

  it.each([['exact'], [3], [[{ types: 'exact' }]]])('refuses %j, which is no object', (schemaPolicy) => {
    const { errors } = parseSchemaPolicy({ schemaPolicy });
    expect(errors).toEqual([
      { field: 'extension.schemaPolicy', message: 'must be an object with any of types, extraColumns, order' },
    ]);
  });

  it('is not misled by inherited property names', () => {
    const { errors } = parseSchemaPolicy({ schemaPolicy: { toString: 'x' } });
    expect(errors).toHaveLength(1);
  });
});
