import { Database } from '@app/database';
import { EventNumbering } from '@app/events';
import { createTestDatabase } from '../../support/embedded-database';
import { until } from '../../support/chaos/until';

/** As a process leaves it that has recorded an event. */
const RECORD = `
  insert into change_event_pending (event_type, entity_type, fqn, at, actor) values ('loggedIn', 'user', 'ada', 1, 'ada')`;

describe('the numbering of events', () => {
  let database: Database;
  let drop: () => Promise<void>;
  let numbering: EventNumbering;

  beforeEach(async () => {
    const made = await createTestDatabase();
    drop = made.drop;
    database = await Database.connect({ url: made.url, poolSize: 4 });
    numbering = new EventNumbering(database);
  });
  afterEach(async () => {
    await numbering.task.stop();
    await database.close();
    await drop();
  });

  const pending = async (): Promise<number> => (await database.query('select from change_event_pending')).length;
  const numbered = (ms: number): Promise<number> => until('numbered events', ms, pending, (left) => left === 0);

  it('follows a commit of its own process within half a second', async () => {
    numbering.task.start();
    await numbered(5_000);
    await database.transaction((tx) => tx.query(RECORD));
    await numbered(500);
  });

  it('finds what another process has left', async () => {
    await database.query(RECORD);
    numbering.task.start();
    await numbered(5_000);
  });

  it('asks nothing while nothing is committed', async () => {
    numbering.task.start();
    await numbered(5_000);
    const before = database.statements;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(database.statements).toBe(before);
  });
});
