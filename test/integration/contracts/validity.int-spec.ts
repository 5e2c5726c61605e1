import { Database } from '@app/database';
import { CONTRACT_STATUSES } from '../../../libs/contracts/src/document/contract-status';
import {
  isCurrent,
  isDated,
  isInForce,
  lifecycleSql,
  lifecycleState,
} from '../../../libs/contracts/src/status/validity';
import { createTestDatabase, type TestDatabase } from '../../support/embedded-database';

const HOUR = 3_600_000;
const OFFSETS = [null, -2 * HOUR, -HOUR, HOUR, 2 * HOUR];

interface Row {
  readonly status: string;
  readonly from: number | null;
  readonly until: number | null;
  readonly state: string;
  readonly current: boolean;
  readonly force: boolean;
  readonly dated: boolean;
}

describe('the state of contracts in SQL', () => {
  let home: TestDatabase;
  let database: Database;

  beforeAll(async () => {
    home = await createTestDatabase();
    database = await Database.connect({ url: home.url, poolSize: 1 });
  });
  afterAll(async () => {
    await database.close();
    await home.drop();
  });

  it('is the same as in the process, for each status and dates on each side of now', async () => {
    const now = await database.now();
    const dates = OFFSETS.map((offset) => (offset === null ? null : now + offset));
    const rows = await database.query<Row & object>(
      `select c.status, c.effective_from::float8 as "from", c.effective_until::float8 as until, ${lifecycleSql('c')} as state,
              ${isCurrent('c')} as current, ${isInForce('c')} as force, ${isDated('c')} as dated
         from (select s as status, f as effective_from, u as effective_until
                 from unnest($1::text[]) s, unnest($2::bigint[]) f, unnest($2::bigint[]) u) c`,
      [CONTRACT_STATUSES, dates],
    );
    expect(rows).toHaveLength(CONTRACT_STATUSES.length * OFFSETS.length ** 2);
    for (const row of rows) {
      const { status, from, until } = row;
      const validity = { status, ...(from !== null && { from }), ...(until !== null && { until }) };
      const state = lifecycleState(validity, now);
      expect(row).toMatchObject({
        state,
        current: state !== 'ended' && state !== 'upcoming',
        force: state === 'inForce',
        dated: from !== null || until !== null,
      });
    }
  });
});
