import { entityTypes } from '@app/catalog';
import { ContractRuleTests } from '@app/contracts';
import { ADMIN, ContractFixture, type Document, type Json } from '../contracts/contract.fixture';

const ROWS = { type: 'library', metric: 'rowCount', mustBeGreaterThan: 0 };
const NULLS = { name: 'no nulls', type: 'library', metric: 'nullValues', column: 'amount', mustBe: 0 };

describe('test cases of the rules of a contract', () => {
  let contracts: ContractFixture;
  let table: Document;

  beforeAll(async () => {
    contracts = await ContractFixture.open();
  });
  beforeEach(async () => {
    table = await contracts.table();
  });
  afterAll(() => contracts.close());

  const contractOf = (...odcsQualityRules: Json[]): Promise<Document> =>
    contracts.contract({ odcsQualityRules }, table);
  const align = async ({ id }: Document) => {
    const [found] = await contracts.database.query<{ node: string }>('select node::text from entity where id = $1', [
      id,
    ]);
    const { made } = await contracts.part(ContractRuleTests).align(ADMIN, found!.node, table.fullyQualifiedName);
    return made.map(({ testCase }) => testCase?.fqn.slice(table.fullyQualifiedName.length + 1));
  };
  /** Of the table, by their names below it, with their versions in tenths and whether they are deleted. */
  const stored = async (): Promise<Record<string, string>> => {
    const rows = await contracts.database.query<{ name: string; state: string }>(
      `select substr(fqn, length($1) + 2) as name, version || case when deleted_by is null then '' else ' deleted' end as state
         from entity where type = 'testCase' and fqn like $1 || '.%'`,
      [table.fullyQualifiedName],
    );
    return Object.fromEntries(rows.map(({ name, state }) => [name, state]));
  };

  it('are made once, whatever is tried again', async () => {
    const contract = await contractOf(ROWS, NULLS, { type: 'text', name: 'words' });
    expect(await align(contract)).toEqual(['rowCount', 'amount.no nulls']);
    expect(await align(contract)).toEqual(['rowCount', 'amount.no nulls']);
    expect(await stored()).toEqual({ rowCount: '1', 'amount.no nulls': '1' });
  });

  it('are made once by two readings at a time', async () => {
    const contract = await contractOf(ROWS, NULLS);
    await Promise.all([align(contract), align(contract), align(contract)]);
    expect(Object.keys(await stored()).sort()).toEqual(['amount.no nulls', 'rowCount']);
  });

  it('follow their rules, and leave names to those who have them', async () => {
    const definition = await contracts.make('testDefinition', {
      ...{ entityType: 'TABLE', testPlatforms: ['Other'], description: 'x' },
    });
    await contracts.make('testCase', {
      ...{ name: 'rowCount', testDefinition: definition.fullyQualifiedName },
      entityLink: `<#E::table::${table.fullyQualifiedName}>`,
    });
    const contract = await contractOf(ROWS, NULLS);
    expect(await align(contract)).toEqual(['rowCount (2)', 'amount.no nulls']);
    await contracts.patch(contract, [
      { op: 'replace', path: '/odcsQualityRules', value: [{ ...ROWS, mustBeGreaterThan: 5 }] },
    ]);
    expect(await align(contract)).toEqual(['rowCount (2)']);
    expect(await stored()).toEqual({ rowCount: '1', 'rowCount (2)': '2', 'amount.no nulls': '2 deleted' });
  });

  it('are none of a contract that is deleted, and of a column that is not there', async () => {
    const contract = await contractOf({ ...NULLS, column: 'nowhere' });
    expect(await align(contract)).toEqual([undefined]);
    await contracts.remove('dataContract', contract);
    expect(await align(contract)).toEqual([]);
    expect(await stored()).toEqual({});
  });

  it.each([false, true])('go with all that lies below a schema, for good: %s', async (hardDelete) => {
    const contract = await contractOf(ROWS);
    await align(contract);
    const options = { hardDelete, recursive: true, precondition: undefined };
    await contracts.remover.remove(ADMIN, entityTypes.get('table'), { id: table.id }, options);
    expect(await stored()).toEqual(hardDelete ? {} : { rowCount: '1 deleted' });
    if (hardDelete) return;
    await contracts.restore('table', table);
    expect(await stored()).toEqual({ rowCount: '1' });
    expect(await align(contract)).toEqual(['rowCount']);
  });
});
