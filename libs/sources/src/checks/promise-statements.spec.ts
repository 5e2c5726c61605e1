import { kindOf } from '../catalogue/kind';
import type { SourceColumn } from '../catalogue/source-table';
import type { Session } from '../engine';
import { POSTGRES } from '../postgres/postgres-dialect';
import { type Check, runChecks } from './run-checks';

const COLUMNS = 100;
const columns = Array.from({ length: COLUMNS }, (_, index): SourceColumn => ({
  name: `c${index}`,
  display: 'integer',
  kind: kindOf('Postgres', 'integer'),
  isNullable: true,
}));
const target = {
  ...{ database: 'd', schema: 's', table: 't', columns, zone: 'UTC', now: 0, customSql: false },
};

/** Computes checks on a table of 10 rows, of which 1 breaks each aggregate. @returns the statements that were sent */
async function statementsOf(checks: readonly Check[], of = columns): Promise<string[]> {
  const sent: string[] = [];
  const query = (sql: string): Promise<object> => {
    sent.push(sql);
    const cells = Array.from({ length: COLUMNS * 4 }, (_, index) => (index === 0 ? '10' : '1'));
    return Promise.resolve({ columns: [], rows: [cells] });
  };
  const session = { dialect: POSTGRES, query } as unknown as Session;
  const { outcomes, statements } = await runChecks(session, { ...target, columns: of }, checks, { rowsLimit: 100 });
  expect(outcomes.map(({ status }) => status)).not.toContain('Aborted');
  expect(statements).toBe(sent.length);
  return sent;
}

describe('conditions of a row', () => {
  const text: SourceColumn = { name: 'note', display: 'text', kind: kindOf('Postgres', 'text'), isNullable: true };
  const asked = async (definition: string, parameters: Record<string, string>): Promise<string> => {
    const [sent, ...more] = await statementsOf([{ definition, parameters, column: 'note' }], [text]);
    expect(more).toEqual([]);
    return sent!;
  };

  it('ask a pattern once', async () => {
    const sent = await asked('columnValuesToMatchRegex', { regex: '^n' });
    expect(sent.split("'^n'")).toHaveLength(2);
  });

  it('look a value up in a list, once', async () => {
    const sent = await asked('columnValuesToBeInSet', { allowedValues: '["a", "b", "a"]', matchEnum: 'true' });
    expect(sent.split(`IN ('a', 'b')`)).toHaveLength(2);
  });

  it('compare a number with a precision with NaN alone', async () => {
    const amount: SourceColumn = { ...text, name: 'note', kind: kindOf('Postgres', 'numeric(12,2)') };
    const check = { definition: 'columnValueMaxToBeBetween', parameters: { minValueForMaxInCol: '1' }, column: 'note' };
    const [sent] = await statementsOf([check], [amount]);
    expect(sent).toContain('(max("note"))::text');
    expect(sent).not.toContain('Infinity');
  });
});

describe('promises about the values of 100 columns', () => {
  const each = (promise: Extract<Check, { promise: unknown }>['promise']): Check[] =>
    columns.map(({ name }) => ({ promise, column: name }));

  it('are one statement where none may be NULL', async () => {
    const sent = await statementsOf(each({ is: 'notNull' }));
    expect(sent).toHaveLength(1);
    for (const { name } of columns) expect(sent[0]).toContain(`"${name}"`);
  });

  it('share it with lists and bounds', async () => {
    const checks = [
      ...each({ is: 'notNull' }),
      ...each({ is: 'enum', values: [1, 2] }),
      ...each({ is: 'minimum', value: 0 }),
    ];
    expect(await statementsOf(checks)).toHaveLength(1);
  });

  it('are one more for each column that is unique', async () => {
    const unique: Check[] = ['c0', 'c1'].map((column) => ({ promise: { is: 'unique' }, column }));
    expect(await statementsOf([...each({ is: 'notNull' }), ...unique])).toHaveLength(3);
  });
});
