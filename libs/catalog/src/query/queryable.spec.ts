import { statementName } from './queryable';

describe('statementName', () => {
  it.each([
    [['entity', 'table', 'id', 'all', ''], 'entity-table-id-all'],
    [['page', 'table', 'all', '', 'first', 'details'], 'page-table-all-first-details'],
  ])('joins %j', (parts, expected) => {
    expect(statementName(...parts)).toBe(expected);
  });

  it('tells long names apart within the 63 bytes that PostgreSQL looks at', () => {
    const filters = 'service+database+databaseSchema+domain+owner-id+tag';
    const names = ['first', 'after', 'before'].flatMap((direction) =>
      ['', 'details'].map((details) =>
        statementName('page', 'dashboardDataModel', 'non-deleted', filters, direction, details),
      ),
    );
    expect(new Set(names).size).toBe(6);
    for (const name of names) expect(name.length).toBe(63);
  });
});
