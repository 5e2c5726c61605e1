import { judgedPromises, promisesOfColumns, type ReferencePromise } from '@app/contracts';
import type { SourceTable } from '@app/sources';
import { promiseSubjects, sortPromises } from './read-promises';

const promises = judgedPromises(
  promisesOfColumns([
    { name: 'id', dataType: 'INT', constraint: 'PRIMARY_KEY' },
    { name: 'mail', dataType: 'VARCHAR', constraint: 'UNIQUE', constraints: ['UNIQUE', 'NOT_NULL'] },
    { name: 'line', dataType: 'INT', constraint: 'PRIMARY_KEY', extension: { enum: [1] } },
  ]),
);

function table(
  kind: SourceTable['kind'],
  keys: readonly (readonly string[])[],
  more: Partial<SourceTable> = {},
): SourceTable {
  const columns = ['id', 'mail', 'line'].map((name) => ({
    name,
    display: 'int',
    kind: { is: 'other' as const },
    isNullable: false,
  }));
  const constraints = keys.map((names) => ({ type: 'UNIQUE' as const, columns: names }));
  return { schema: 's', name: 't', kind, columns, constraints, ...more };
}

const FQN = 'x.d.s.t';
const KEYS = [['mail'], ['id']];
/** Paths that are believed with who says so; all others are asked of the rows. */
const believed = (of: SourceTable, serviceType: string, mode?: 'read' | 'declared') =>
  sortPromises(promises, of, { fqn: FQN, serviceType }, mode).believed.map(({ path, by }) => `${path} ${by}`);

const NOT_NULL = 'schema.mail.NOT_NULL engine';
const ALL = [NOT_NULL, 'schema.mail.UNIQUE engine', 'schema.primaryKey engine'];

describe('promises about values', () => {
  it.each<[string, SourceTable, string, 'read' | 'declared' | undefined, string[]]>([
    ['what an engine enforces', table('Regular', KEYS), 'Postgres', 'read', ALL],
    ['no more than it enforces', table('Regular', KEYS), 'Snowflake', 'read', [NOT_NULL]],
    ['nothing of files', table('Regular', KEYS), 'Datalake', 'read', []],
    ['nothing of a view', table('View', KEYS), 'Postgres', 'read', []],
    ['nothing of a foreign table', table('Foreign', KEYS), 'Postgres', 'read', []],
    ['nothing of a parent of inheritance', table('Regular', KEYS, { hasHeirs: true }), 'Postgres', 'read', []],
    [
      'no key that is wider than the promised one',
      table('Regular', [['id', 'line', 'mail']]),
      'Postgres',
      'read',
      [NOT_NULL],
    ],
    [
      'declarations, where they are to be believed',
      ...([table('Regular', KEYS), 'Snowflake', 'declared'] as const),
      [NOT_NULL, 'schema.mail.UNIQUE declaration', 'schema.primaryKey declaration'],
    ],
    [
      'keys of warehouses, with data access of before there was a choice',
      ...([table('Regular', KEYS), 'BigQuery', undefined] as const),
      [NOT_NULL, 'schema.mail.UNIQUE declaration', 'schema.primaryKey declaration'],
    ],
  ])('believe %s', (_, of, serviceType, mode, expected) => {
    expect(believed(of, serviceType, mode)).toEqual(expected);
    const { asked } = sortPromises(promises, of, { fqn: FQN, serviceType }, mode);
    expect(asked).toHaveLength(promises.length - expected.length);
  });

  it.each<[string, string, Partial<ReferencePromise>, string | undefined]>([
    ['a foreign key that is enforced', 'Postgres', {}, 'engine'],
    ['the same by its whole name', 'MariaDB', { table: 'x.d.s.customers' }, 'engine'],
    ['none that is not enforced', 'SQLite', {}, undefined],
    ['none to another column', 'Postgres', { referred: ['code'] }, undefined],
    ['none to a table of another schema', 'Postgres', { table: 'other.customers' }, undefined],
    ['none to another table', 'Postgres', { table: 'people' }, undefined],
  ])('believe %s', (_, serviceType, more, expected) => {
    const [line] = promises.flatMap((promise) => (promise.kind === 'enum' ? [promise.column] : []));
    const promise: ReferencePromise = {
      ...{ kind: 'reference', path: 'odcs:r', columns: [line!], table: 'customers', referred: ['id'], ...more },
    };
    const referred = { schema: 's', table: 'customers', columns: ['id'] };
    const constraints = [{ type: 'FOREIGN_KEY' as const, columns: ['line'], referred }];
    const of = { ...table('Regular', []), constraints };
    const { believed: found } = sortPromises([promise], of, { fqn: FQN, serviceType }, 'read');
    expect(found[0]?.by).toBe(expected);
    const [asked] = promiseSubjects([promise], 'c');
    expect(asked).toMatchObject({
      check: {
        promise: { is: 'reference', columns: [['line']], to: { table: promise.table, columns: promise.referred } },
      },
    });
  });

  it('believe no key whose columns may be NULL', () => {
    const nullable = table('Regular', KEYS);
    const columns = nullable.columns.map((column) => ({ ...column, isNullable: true }));
    expect(believed({ ...nullable, columns }, 'Postgres', 'read')).toEqual(['schema.mail.UNIQUE engine']);
  });
});
