import { isFieldOfSomeType } from './fields-of-types';

describe('a field of some entity type', () => {
  it.each([
    'name',
    'name.keyword',
    'owners',
    'owners.name',
    'columns.children.name',
    'columns.tags.tagFQN',
    'tasks.taskType',
    'databaseSchema.fullyQualifiedName',
    'retentionPeriod',
  ])('%s', (name) => expect(isFieldOfSomeType(name)).toBe(true));

  it.each(['nme', 'name.first', 'owners.nme', 'extension.anything', 'constructor', '', '.', 'columns.toString'])(
    '%j is none',
    (name) => expect(isFieldOfSomeType(name)).toBe(false),
  );
});
