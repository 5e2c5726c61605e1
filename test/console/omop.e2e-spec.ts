import type { Page } from 'playwright-core';
import { missingOmop, omopTables, type OmopTable } from '../e2e/omop/omop-tables';
import { describeUnless } from '../support/unless-refused';
import { violationsOf } from './support/accessibility';
import { noChromium, settled, type Scheme } from './support/chromium';
import { ConsoleWorld } from './support/console-world';

const SCHEMA = 'omop.clinical.cdm54';
const HUB = 'person';
const RULES = [{ name: 'has an owner', rule: { '!!': [{ var: 'owners' }] } }];

const addressOf = (page: string, name: string): string => `/${page}?type=table&fqn=${SCHEMA}.${name}`;

/** A real model of clinical data: wide tables, long descriptions, a table that all others hang on. */
describeUnless(noChromium ?? missingOmop, 'the console with the OMOP tables', () => {
  let world: ConsoleWorld;
  let tables: readonly OmopTable[];
  let contract: string;

  beforeAll(async () => {
    world = await ConsoleWorld.open();
    const { client } = world;
    tables = omopTables();
    await client.must('POST', '/services/databaseServices', { name: 'omop', serviceType: 'Postgres' });
    await client.must('POST', '/databases', { name: 'clinical', service: 'omop' });
    await client.must('POST', '/databaseSchemas', { name: 'cdm54', database: 'omop.clinical' });
    const bodies = tables.map(({ name, description, columns }) => ({
      name,
      description,
      columns,
      databaseSchema: SCHEMA,
    }));
    expect(await client.put('/tables/bulk', bodies)).toMatchObject({ status: 200, body: { status: 'success' } });
    const others = tables.filter(({ name }) => name !== HUB);
    const reference = (name: string): object => ({ type: 'table', fullyQualifiedName: `${SCHEMA}.${name}` });
    const edges = others.map(({ name }) => ({ fromEntity: reference(HUB), toEntity: reference(name) }));
    expect((await client.put('/lineage/bulk', { edges })).status).toBe(200);
    const { id } = await client.must<{ id: string }>('GET', `/tables/name/${SCHEMA}.${HUB}`);
    const made = await client.must<{ id: string; fullyQualifiedName: string }>('POST', '/dataContracts', {
      name: 'person_contract',
      entity: { id, type: 'table' },
      schema: tables.find(({ name }) => name === HUB)!.columns,
      semantics: RULES,
    });
    contract = `/contract?fqn=${made.fullyQualifiedName}`;
    await client.must('POST', `/dataContracts/${made.id}/validate`, {});
    await client.get(`/search/query?q=${HUB}&refresh=true`);
  });
  afterAll(() => world.close());

  async function look(page: Page, address: string, heading: string | RegExp): Promise<void> {
    await page.goto(address);
    await page.getByRole('heading', { name: heading, level: 1 }).first().waitFor();
    await settled(page);
    expect([address, await violationsOf(page), world.faults.take()]).toEqual([address, [], []]);
  }

  it('shows each table with all its columns', async () => {
    const page = await world.signedIn();
    for (const { name, columns } of tables) {
      await look(page, addressOf('asset', name), name);
      const last = columns.at(-1)!.name;
      await page.getByText(last, { exact: true }).first().waitFor();
    }
    await page.context().close();
  });

  it.each<Scheme>(['light', 'dark'])(
    'shows its contract, its lineage and what is found in the %s scheme',
    async (scheme) => {
      const page = await world.signedIn('admin', scheme);
      for (const tab of ['', '&tab=history', '&tab=promise', '&tab=versions', '&tab=impact', '&tab=yaml'])
        await look(page, contract + tab, 'person_contract');
      await look(page, addressOf('lineage', HUB), `Lineage of ${HUB}`);
      await look(page, '/search?q=visit', 'Results for visit');
      // A link may come with more than the page knows.
      await look(page, '/contracts?text=person&utm_source=mail', 'Contracts');
      await look(page, addressOf('asset', HUB), HUB);
      await page.context().close();
    },
  );
});
