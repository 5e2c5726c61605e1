import { randomUUID } from 'node:crypto';
import { Visibility } from '@app/catalog';
import { Failpoints, type Actor } from '@app/common';
import { ContractObservers } from '@app/contracts';
import type { Database } from '@app/database';
import { Client } from 'pg';
import { CauseGraphRepository } from '../../../libs/incidents/src/contracts/causes/cause-graph.repository';
import { Causes } from '../../../libs/incidents/src/contracts/causes/causes';
import { IncidentFollower } from '../../../libs/incidents/src/contracts/incident-follower';
import { IncidentInputRepository } from '../../../libs/incidents/src/contracts/incident-input.repository';
import { IncidentRepository } from '../../../libs/incidents/src/contracts/incident.repository';
import { IncidentView } from '../../../libs/incidents/src/contracts/incident-view';
import { GoneTables } from '../../../libs/validation/src/runs/gone-tables';
import { ADMIN } from '../catalog/catalog.fixture';
import { createTestDatabase } from '../../support/embedded-database';
import { CrawlWorld } from './crawl-world';

const followIncidents = (database: Database): Promise<void> =>
  new IncidentFollower(database, new IncidentInputRepository(database)).follow();

describe('a crawl that deletes a table with its contract', () => {
  let world: CrawlWorld;
  let source: Client;
  let database: string;
  let drop: () => Promise<void>;

  beforeAll(async () => {
    const made = await createTestDatabase('template0');
    drop = made.drop;
    source = new Client({ connectionString: made.adminUrl });
    await source.connect();
    await source.query('create schema sales; create table sales.goes (id int)');
    const { hostname, port, pathname, username, password } = new URL(made.adminUrl);
    database = pathname.slice(1);
    const config = { hostPort: `${hostname}:${port}`, username, database, sslMode: 'disable' };
    world = await CrawlWorld.open('Postgres', { ...config, authType: { password: password || 'x' } });
    const observers = world.catalog.part(ContractObservers);
    new GoneTables(observers, new Failpoints('after-gone-before-delete=error@1')).onModuleInit();
  });
  afterAll(async () => {
    await world?.close();
    await source.end();
    await drop();
  });

  const stateOf = async (contract: string) => {
    await followIncidents(world.catalog.database);
    const [row] = await world.catalog.database.query(
      `select e.deleted_by is not null as deleted, c.live, c.gone_at is not null as gone, c.verdict, c.latest_result ->> 'message' as message,
              (select count(*)::int from contract_result r where r.contract = c.node) as results,
              (select count(*)::int from change_event_pending p where p.node = c.node and p.event_type = 'resultCreated')
            + (select count(*)::int from change_event p where p.entity_id = e.id and p.event_type = 'resultCreated') as told,
              (select count(*)::int from contract_incident i where i.contract = c.node and i.status <> 'Resolved') as incidents
         from entity e join contract c on c.node = e.node where e.id = $1`,
      [contract],
    );
    return row;
  };

  it('fails it and deletes it, or neither, wherever it crashes', async () => {
    await world.crawl();
    const { id: table } = await world.table(database, 'sales', 'goes');
    const { id } = await world.catalog.create('dataContract', {
      ...{ name: 'goes', entity: { id: table, type: 'table' }, entityStatus: 'Active' },
      schema: [{ name: 'id', dataType: 'INT' }],
    });
    await world.catalog.database.query(
      `insert into contract_policy (id, incidents, change_managed, updated_at, updated_by)
       values (gen_random_uuid(), '{"open": true, "closeAfterRuns": 1}', true, 0, 'test')`,
    );
    const before = { deleted: false, live: true, gone: false, results: 0, told: 0, incidents: 0 };
    expect(await stateOf(id)).toMatchObject(before);
    await source.query('drop table sales.goes');

    await expect(world.crawl()).rejects.toThrow('failpoint after-gone-before-delete');
    expect(await stateOf(id)).toMatchObject(before);

    expect((await world.crawl()).counts).toMatchObject({ deleted: 1 });
    const failed = {
      verdict: 'Failed',
      message: 'The table is gone in the source.',
      results: 1,
      told: 1,
      incidents: 1,
    };
    expect(await stateOf(id)).toMatchObject({ ...failed, deleted: true, live: false, gone: true });
    const [result] = await world.catalog.database.query(
      `select r.body, r.details -> 'details' as details from contract_result r join entity e on e.node = r.contract where e.id = $1`,
      [id],
    );
    expect(result).toMatchObject({
      body: { schemaValidation: { passed: 0, failed: 1, total: 1, failedFields: ['id'] } },
      details: { reason: 'tableNotFound', schemaValidation: [{ field: 'id', message: 'is missing in the asset' }] },
    });

    await source.query('create table sales.goes (id int)');
    expect((await world.crawl()).counts).toMatchObject({ restored: 1 });
    expect(await stateOf(id)).toMatchObject({ ...failed, deleted: false, live: true, gone: false });
  });

  it('names the table that it may have been renamed to, after several crawls too, to whom may view that', async () => {
    const { database: db } = world.catalog;
    await source.query('create table sales.former (id int, v text)');
    await world.crawl();
    const { id: table } = await world.table(database, 'sales', 'former');
    const { id } = await world.catalog.create('dataContract', {
      ...{ name: 'former', entity: { id: table, type: 'table' }, entityStatus: 'Active' },
      schema: [{ name: 'id', dataType: 'INT' }],
    });
    await source.query('alter table sales.former rename to latter');
    const rules = { deleteAfter: 2 };
    expect((await world.crawl({ rules })).counts).toMatchObject({ created: 1, deleted: 0 });
    expect((await world.crawl({ rules })).counts).toMatchObject({ deleted: 1 });

    await followIncidents(db);
    const incidents = new IncidentRepository(db);
    const causes = new Causes(new CauseGraphRepository(db));
    const view = new IncidentView(db, incidents, causes, world.catalog.part(Visibility));
    const [open] = await db.query<{ id: string }>(
      `select i.id::text from contract_incident i join entity e on e.node = i.contract where e.id = $1`,
      [id],
    );
    const shownTo = async (actor: Actor) => (await view.shown(actor, await incidents.findAll([open!.id])))[0];
    const candidate = { type: 'table', name: 'latter' };
    expect(await shownTo(ADMIN)).toMatchObject({ contract: { id, deleted: true }, candidate });
    const all = { name: 'all', effect: 'allow', operations: ['ViewAll'], resources: ['All'] } as const;
    const own = { name: 'own', effect: 'deny', operations: ['All'], resources: ['table'] } as const;
    const reader = (condition: string): Actor => {
      const rules = [all, { ...own, condition }];
      return { name: 'reader', id: randomUUID(), isAdmin: false, ownerIds: new Set(), rules };
    };
    expect(await shownTo(reader('isOwner()'))).toMatchObject({ candidate });
    expect(await shownTo(reader('noOwner()'))).not.toHaveProperty('candidate');
  });
});
