import { compatibleSteps, type ListRequest } from '@app/catalog';
import { atOnce } from '@app/common';
import { dataContractType } from '@app/contracts';
import { migrateDatabase } from '@app/database';
import { schemaOf } from '../database/schema-snapshot';
import { ContractFixture, refusal, type Document, type Page } from './contract.fixture';

const T = 1_700_000_000_000;

/** Contracts beside those of the test, each with a verdict of its own time. */
const COPIES = `
  with assets as (
    insert into entity (id, type, name, fqn, version, updated_at, updated_by, body, details)
    select gen_random_uuid(), 'table', 'copy' || n, 'copies.' || n, 1, 0, 'admin', '{}', '{}'
      from generate_series(1, 5000) n returning node, fqn),
  copies as (
    insert into entity (id, type, name, fqn, parent, root, version, updated_at, updated_by, body, details)
    select gen_random_uuid(), 'dataContract', 'c' || node, fqn || '.c', node, node, 1, 0, 'admin', '{}', '{}' from assets
    returning node, parent)
  insert into contract (node, asset, status, live, latest_result, verdict, verdict_since)
  select node, parent, 'Active', true, jsonb_build_object('status', s, 'timestamp', node), s, node
    from copies cross join lateral (select case when node % 20 < 2 then 'Failed' else 'Success' end as s) v`;

describe('sorted lists of contracts', () => {
  let contracts: ContractFixture;
  let owned: { readonly owner: string };
  /** By the name that the test gives it. */
  const made = new Map<string, Document>();

  beforeAll(async () => {
    contracts = await ContractFixture.open();
    const owner = await contracts.user();
    owned = { owner: owner.id };
    const results: Record<string, readonly (readonly [at: number, status: string])[]> = {
      a_failed: [[10, 'Success'], [30, 'Failed'], [50, 'PartialSuccess'], [60, 'Failed']],
      b_never: [],
      c_partial: [[20, 'PartialSuccess']],
      d_success: [[5, 'Failed'], [40, 'Success'], [45, 'Success']],
      e_aborted: [[15, 'Success'], [70, 'Aborted']],
      f_failed: [[25, 'Failed']],
    }; // prettier-ignore
    for (const [name, of] of Object.entries(results)) {
      const contract = await contracts.contract({ name, owners: [{ id: owner.id, type: 'user' }] });
      made.set(name, contract);
      for (const [at, status] of of) await contracts.result(contract, status, T + at);
    }
  });
  afterAll(() => contracts.close());

  const list = (by: string, direction: 'asc' | 'desc', more: Partial<ListRequest> = {}): Promise<Page> =>
    contracts.list(owned, { sort: { by, direction }, fields: 'owners', ...more });
  const names = ({ data }: Page): string => data.map(({ name }) => name[0]).join('');

  /** Names of all pages of two rows, forwards and then back. */
  async function walked(by: string, direction: 'asc' | 'desc'): Promise<[string[], string[]]> {
    const pages = [await list(by, direction, { limit: 2 })];
    while (pages.at(-1)!.paging.after) {
      expect(pages.length).toBeLessThan(9);
      pages.push(await list(by, direction, { limit: 2, after: pages.at(-1)!.paging.after! }));
    }
    const back = [pages.at(-1)!];
    while (back[0]!.paging.before) {
      expect(back.length).toBeLessThan(9);
      back.unshift(await list(by, direction, { limit: 2, before: back[0]!.paging.before }));
    }
    return [pages.map(names), back.map(names)];
  }

  it.each([
    ['since', 'asc', ['be', 'cf', 'ad']],
    ['since', 'desc', ['da', 'fc', 'eb']],
    ['status', 'asc', ['fa', 'ce', 'db']],
    ['status', 'desc', ['bd', 'ec', 'af']],
    ['name', 'desc', ['fe', 'dc', 'ba']],
  ] as const)('are by %s, %s, page by page, both ways', async (by, direction, expected) => {
    const [forwards, back] = await walked(by, direction);
    expect(forwards).toEqual(expected);
    expect(back).toEqual(expected);
    const { data, paging } = await list(by, direction, { limit: 1 });
    expect(paging.total).toBe(6);
    expect(data[0]).toMatchObject({ owners: [{ id: owned.owner }], entity: { type: 'table' } });
  });

  it('take all filters', async () => {
    const filters = { ...owned, latestStatus: 'Failed' };
    expect(names(await contracts.list(filters, { sort: { by: 'since', direction: 'desc' } }))).toBe('af');
    const none = await contracts.list({ owner: 'nobody' }, { sort: { by: 'since', direction: 'desc' } });
    expect(none).toEqual({ data: [], paging: { total: 0 } });
    expect((await list('since', 'asc', { limit: 0 })).paging).toEqual({ total: 6 });
  });

  it('leave out what is deleted, unless they are asked for it', async () => {
    const contract = await contracts.contract({ name: 'g_deleted', owners: [{ id: owned.owner, type: 'user' }] });
    await contracts.result(contract, 'Failed', T + 35);
    await contracts.remove('dataContract', contract);
    expect(names(await list('since', 'asc'))).toBe('becfad');
    expect(names(await list('since', 'asc', { include: 'all' }))).toBe('becfagd');
    expect(names(await list('since', 'asc', { include: 'deleted' }))).toBe('g');
    await contracts.remove('dataContract', contract, true);
  });

  it('take no cursor of another order', async () => {
    const { after } = (await list('since', 'asc', { limit: 2 })).paging;
    for (const other of [{ by: 'since', direction: 'desc' }, { by: 'status', direction: 'asc' }, undefined] as const) {
      const { code } = await refusal(contracts.list(owned, { limit: 2, after: after!, ...(other && { sort: other }) }));
      expect(code).toBe('BAD_REQUEST');
    }
  });

  it('show since when a contract passes or fails, in the native shape alone', async () => {
    const sinceOf = async (name: string) => (await contracts.get(made.get(name)!.id)).latestResult;
    expect(await sinceOf('a_failed')).toMatchObject({ timestamp: T + 60, status: 'Failed', since: T + 30 });
    expect(await sinceOf('e_aborted')).toMatchObject({ timestamp: T + 70, status: 'Aborted', since: T + 15 });
    expect(await sinceOf('b_never')).toBeUndefined();
    const { data } = await list('since', 'desc', { limit: 1 });
    expect(data[0]).toMatchObject({ name: 'd_success', latestResult: { since: T + 40, timestamp: T + 45 } });
    const { since: _ours, ...rest } = data[0]!.latestResult as { since: number };
    const shown = JSON.parse(atOnce(compatibleSteps(dataContractType, JSON.stringify(data[0])))) as Document;
    expect(shown.latestResult).toEqual(rest);
  });

  it('follow the verdict, and the removal of a result', async () => {
    const contract = await contracts.contract({ name: 'h_moving' });
    const since = async () => ((await contracts.get(contract.id)).latestResult as { since?: number }).since;
    await contracts.result(contract, 'Running', T + 1);
    expect(await since()).toBeUndefined();
    await contracts.result(contract, 'Success', T + 2);
    await contracts.result(contract, 'Failed', T + 3);
    expect(await since()).toBe(T + 3);
    await contracts.database.query(`delete from contract_result where timestamp = $1`, [T + 3]);
    expect(await since()).toBe(T + 2);
    await contracts.remove('dataContract', contract, true);
  });

  describe('among thousands', () => {
    beforeAll(async () => {
      await contracts.database.query(COPIES);
      await contracts.database.query('vacuum analyze');
    });

    it.each([
      ['since', 'asc', 'contract_by_since'],
      ['since', 'desc', 'contract_by_since'],
      ['status', 'asc', 'contract_by_status'],
      ['name', 'desc', 'entity_list'],
    ] as const)('by %s, %s: an index gives the page in its order, the next one too', async (by, direction, index) => {
      const sort = { by, direction };
      const { paging } = await contracts.list({}, { sort, limit: 25 });
      for (const cursor of [{}, { after: paging.after! }]) {
        const queries = jest.spyOn(contracts.database, 'query');
        await contracts.list({}, { sort, limit: 25, ...cursor });
        const [text, values] = queries.mock.calls.find(([sent]) => sent.includes('order by'))!;
        jest.restoreAllMocks();
        const rows = await contracts.database.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
        const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
        expect(plan).toContain(index);
        expect(plan).not.toMatch(/Seq Scan|Sort/);
      }
    });
  });

  it('come to a database of the build before', async () => {
    const url = contracts.database.url;
    const schema = await schemaOf(url);
    for (const index of ['contract_by_since', 'contract_by_status', 'contract_incident_by_status'])
      await contracts.database.query(`drop index ${index}`);
    await contracts.database.query(`delete from migration where name like 'SortedLists%'`);
    expect(await migrateDatabase(url)).toEqual(['SortedLists0000000000024']);
    expect(await schemaOf(url)).toEqual(schema);
    expect(names(await list('since', 'asc'))).toBe('becfad');
  });
});
