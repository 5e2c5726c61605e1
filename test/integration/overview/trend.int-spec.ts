import { AuthModule } from '@app/auth';
import { CatalogModule } from '@app/catalog';
import type { Actor } from '@app/common';
import { ContractsModule } from '@app/contracts';
import { Module } from '@nestjs/common';
import { Temporal } from 'temporal-polyfill';
import { VerdictTrend, type TrendQuery } from '../../../libs/validation/src/overview/verdict-trend';
import { ADMIN, CatalogFixture, newName, type Document } from '../catalog/catalog.fixture';

@Module({ imports: [AuthModule, CatalogModule, ContractsModule], providers: [VerdictTrend] })
class Overview {}

const HOUR = 3_600_000;
const ZONE = 'Pacific/Auckland';

describe('how many contracts held, day by day', () => {
  let catalog: CatalogFixture;
  let domain: Document;
  let schema: Document;
  /** The first instant of today, in the zone of the tests. */
  let today: number;

  beforeAll(async () => {
    catalog = await CatalogFixture.open(Overview);
    domain = await catalog.make('domain');
    schema = await catalog.make('databaseSchema', { domains: [domain.name] });
    const now = Temporal.Instant.fromEpochMilliseconds(await catalog.database.now());
    today = now.toZonedDateTimeISO(ZONE).startOfDay().epochMilliseconds;
  });

  afterAll(() => catalog.close());

  /** A contract on a new table of the domain with results: hours after the beginning of today, and their status. */
  async function contract(results: readonly (readonly [hours: number, status: string])[], more: object = {}) {
    const table = await catalog.make('table', { databaseSchema: schema.fullyQualifiedName, ...more });
    const made = await catalog.create('dataContract', { name: newName('c'), entity: { id: table.id, type: 'table' } });
    for (const [hours, status] of results)
      await catalog.database.query(
        `insert into contract_result (contract, timestamp, id, status, origin, body, details)
         select node, $3, gen_random_uuid(), $2, 'pushed', '{}', '{}' from entity where id = $1`,
        [made.id, status, today + hours * HOUR],
      );
    return table;
  }

  const days = async (query: Partial<TrendQuery>, actor = ADMIN): Promise<number[][]> => {
    const { data } = await catalog.part(VerdictTrend).of(actor, { days: 4, timezone: ZONE, ...query });
    return data.map(({ holding, failing }) => [holding, failing]);
  };

  it('is what the newest result till the end of the day said, in the zone that is asked for', async () => {
    await contract([[-1_000, 'Success']]);
    await contract([
      [-70, 'Success'],
      [-30, 'Failed'],
      [-29, 'Aborted'],
      [-1, 'PartialSuccess'],
      [0, 'Success'],
    ]);
    await contract([
      [-25, 'Success'],
      [-24, 'Failed'],
    ]);
    await contract([[-1, 'Aborted']]);
    const expected = [
      [2, 0],
      [2, 1],
      [1, 2],
      [2, 1],
    ];
    expect(await days({ domain: domain.fullyQualifiedName })).toEqual(expected);
    expect(await days({})).toEqual(expected);
    expect(await days({ domain: 'no such domain' })).toEqual(expected.map(() => [0, 0]));
    const [service = ''] = schema.fullyQualifiedName.split('.');
    expect(await days({ service, days: 1 })).toEqual([[2, 1]]);
    expect(await days({ service: 'no such service', days: 1 })).toEqual([[0, 0]]);
    const { data } = await catalog.part(VerdictTrend).of(ADMIN, { days: 2, timezone: ZONE });
    expect(data.map(({ day }) => day)).toEqual(
      [-24, 0].map((hours) =>
        Temporal.Instant.fromEpochMilliseconds(today + (hours + 1) * HOUR)
          .toZonedDateTimeISO(ZONE)
          .toPlainDate()
          .toString(),
      ),
    );
  });

  it('counts nothing that is hidden, and knows a hidden domain as little as one that is not there', async () => {
    const [mine, other] = [await catalog.make('user'), await catalog.make('user')];
    const own = await catalog.make('domain');
    for (const owner of [mine, other]) {
      await contract([[-1, 'Failed']], { domains: [own.name], owners: [owner.id] });
    }
    const reader = (resource: string): Actor => ({
      ...{ name: mine.name, id: mine.id, isAdmin: false, ownerIds: new Set([mine.id]) },
      rules: [
        { name: 'all', effect: 'allow', operations: ['ViewAll'], resources: ['All'] },
        { name: 'own', effect: 'deny', operations: ['All'], resources: [resource], condition: '!isOwner()' },
      ],
    });
    const asked = { domain: own.fullyQualifiedName, days: 1 };
    expect(await days(asked)).toEqual([[0, 2]]);
    expect(await days(asked, reader('table'))).toEqual([[0, 1]]);
    expect(await days(asked, reader('domain'))).toEqual([[0, 0]]);
  });

  it('is two statements, which read the results of contracts alone that turned', async () => {
    const read = jest.spyOn(catalog.database, 'query');
    await days({ domain: domain.fullyQualifiedName });
    expect(read.mock.calls).toHaveLength(1);
    read.mockRestore();
  });

  it.each([
    ['timezone', { timezone: 'Nowhere/At_All' }],
    ['timezone', { timezone: '+02:00' }],
    ['service', { domain: 'a', service: 'b' }],
  ])('refuses %s of %j', async (field, query) => {
    await expect(days(query)).rejects.toMatchObject({ details: [{ field }] });
  });
});
