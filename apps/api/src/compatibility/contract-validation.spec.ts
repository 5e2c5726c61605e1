import { contractValidation } from './contract-validation';

const columns = (...names: string[]) => ({
  names,
  at: (path: string) => names[Number(/^schema\[(\d+)\]/.exec(path)?.[1] ?? -1)],
});

describe('a check of a document, as the OpenMetadata API tells it', () => {
  it('counts columns', () => {
    expect(contractValidation({ valid: true, errors: [] }, columns('a', 'b'))).toEqual({
      valid: true,
      schemaValidation: {
        ...{ passed: 2, failed: 0, total: 2 },
        ...{ failedFields: [], duplicateFields: [], typeMismatchFields: [] },
      },
      entityErrors: [],
      constraintErrors: [],
    });
  });

  it('names columns whose types differ, which fail nothing here', () => {
    const warnings = [{ field: 'schema[1].dataType', message: 'b is another' }];
    const { valid, schemaValidation } = contractValidation({ valid: true, errors: [], warnings }, columns('a', 'b'));
    expect([valid, schemaValidation.failed, schemaValidation.typeMismatchFields]).toEqual([true, 0, ['b']]);
  });

  it('names the columns that failed, and tells all else as sentences', () => {
    const errors = [
      { field: 'schema[1]', message: 'is no column' },
      { field: 'schema[1].dataType', message: 'is no type' },
      { field: 'schema[2].name', message: 'stands twice' },
      { field: 'name', message: 'is too long' },
      { field: '', message: 'is no document' },
      { field: 'names', message: 'is unknown' },
      { field: 'sla.retention', message: 'is no duration' },
      { field: 'schema', message: 'cannot be' },
    ];
    expect(contractValidation({ valid: false, errors }, columns('a', 'b', 'c', 'c'))).toEqual({
      valid: false,
      schemaValidation: {
        ...{ passed: 1, failed: 3, total: 4 },
        ...{ failedFields: ['b', 'c'], duplicateFields: ['c'], typeMismatchFields: [] },
      },
      entityErrors: ['name: is too long', 'is no document'],
      constraintErrors: ['names: is unknown', 'sla.retention: is no duration', 'schema: cannot be'],
    });
  });
});
