import { allFields, type ListRequest } from '@app/catalog';
import type { PreparedStatement } from '@app/database';
import { ADMIN, CatalogFixture, typeNamed } from './catalog.fixture';

const SIZES = [1_000, 10_000, 30_000, 100_000];
/** The longest page whose references come with it; those of a longer one are a statement of their own. */
const SHORT = 100;
/** From here on no plan that reads all references is cheap. */
const MANY = 10_000;

/** To every tenth table below the parent of $1 an owner of its own. */
const OWN = `
  insert into entity_reference (from_node, relation, to_node, position)
  select e.node, 'owners', u.node, 0 from entity e, entity u
   where e.parent = (select parent from entity where id = $1) and e.name like '%0' and u.id = $2
  on conflict do nothing`;

describe('a page of tables, in a catalog of', () => {
  let catalog: CatalogFixture;
  let table: string;
  let owner: string;
  let made = 0;

  beforeAll(async () => {
    catalog = await CatalogFixture.open();
    table = (await catalog.make('table')).id;
    owner = (await catalog.make('user')).id;
  });

  afterAll(() => catalog.close());

  async function grow(size: number): Promise<void> {
    if (made === size) return;
    await catalog.copy(table, made + 1, size);
    await catalog.database.query(OWN, [table, owner]);
    made = size;
    await catalog.database.query('analyze entity, entity_reference');
  }

  /** The statement that asks for owners and domains, which tables inherit, and for the suites below them. */
  async function referenceStatement(limit: number): Promise<PreparedStatement | undefined> {
    const sent = jest.spyOn(catalog.database, limit <= SHORT ? 'readBytes' : 'read');
    const request: ListRequest = { limit, include: 'non-deleted', filters: {}, fields: 'owners,domains,testSuite' };
    const { data } = JSON.parse(String(await catalog.reader.list(ADMIN, typeNamed('table'), request))) as {
      data: unknown[];
    };
    const [statement, ...others] = sent.mock.calls.map(([one]) => one);
    sent.mockRestore();
    expect(data).toHaveLength(limit);
    expect(others).toEqual([]);
    return statement;
  }

  /** The statement of one table with what lies below it. */
  async function statementBelow(): Promise<PreparedStatement | undefined> {
    const sent = jest.spyOn(catalog.database, 'read');
    await catalog.reader.get(ADMIN, typeNamed('table'), { id: table }, 'testSuite', 'all');
    const [statement] = sent.mock.calls.map(([one]) => one);
    sent.mockRestore();
    return statement;
  }

  const planOf = async (statement: PreparedStatement | undefined): Promise<string> => {
    const rows = await catalog.database.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${statement?.text}`);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };

  it.each(SIZES)('%d tables looks references up by index', async (size) => {
    await grow(size);
    expect(await planOf(await statementBelow())).not.toMatch(/Seq Scan on entity\b/);
    for (const limit of [SHORT, SHORT + 1]) {
      const plan = await planOf(await referenceStatement(limit));
      expect(plan).toMatch(/Index Scan using entity_pkey on entity a(_\d+)?\b/);
      expect(plan).not.toMatch(/Seq Scan on entity\b/);
      if (size >= MANY) expect(plan).not.toMatch(/Seq Scan on entity_reference\b/);
    }
  });

  it('that many tables is planned once, whatever of a table is asked for', async () => {
    await grow(SIZES.at(-1) as number);
    const { attributes, relations } = allFields(typeNamed('table'));
    for (const fields of [attributes, relations, [...attributes, ...relations]]) await listed(fields, 1);
    // PostgreSQL always plans the first five calls for their values.
    await listed([], SHORT + 1);
    expect(await plansOf('page-table-all-first')).toEqual(Array(4).fill({ custom: 5, generic: 15 }));
  });

  /** Twenty first pages, the shortest of so many rows. */
  async function listed(fields: readonly string[], shortest: number): Promise<void> {
    const more = fields.length > 0 ? { fields: fields.join() } : {};
    for (let limit = shortest; limit < shortest + 20; limit++)
      await catalog.reader.list(ADMIN, typeNamed('table'), { limit, include: 'all', filters: {}, ...more });
  }

  const plansOf = (statements: string): Promise<unknown[]> =>
    catalog.database.query(
      `select custom_plans::int as custom, generic_plans::int as generic from pg_prepared_statements
        where starts_with(name, $1)`,
      [statements],
    );
});
