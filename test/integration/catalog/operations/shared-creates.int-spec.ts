import { query } from '@app/database';
import { statementsOf } from '../../../support/recording-client';
import { actorOf, ADMIN, CatalogFixture, mayDo, newName, typeNamed, type Document } from '../catalog.fixture';

const TABLE = typeNamed('table');
const COLUMNS = [{ name: 'id', dataType: 'BIGINT' }];

type Body = Record<string, unknown> & { readonly name: string };
type Outcome = PromiseSettledResult<Document>;

describe('creates that wait at the same time', () => {
  let catalog: CatalogFixture;
  let schemas: Document[];

  beforeAll(async () => {
    catalog = await CatalogFixture.open();
  });
  afterAll(() => catalog.close());

  /** A table has been made in each. */
  beforeEach(async () => {
    schemas = [await catalog.make('databaseSchema'), await catalog.make('databaseSchema')];
    for (const at of [0, 1]) await create(body(at));
  });

  const body = (at: number, name = newName('table')): Body => {
    const databaseSchema = schemas[at]!.fullyQualifiedName;
    return { name, databaseSchema, columns: COLUMNS, description: name };
  };
  const create = async (sent: Body, actor = ADMIN): Promise<Document> =>
    JSON.parse((await catalog.writer.create(actor, TABLE, sent)).json) as Document;
  /** In one turn, so that they share a group; with the names of the statements. */
  const together = async (bodies: readonly Body[]): Promise<{ ends: Outcome[]; names: string[] }> => {
    let ends: Outcome[] = [];
    const statements = await statementsOf(async () => {
      ends = await Promise.allSettled(bodies.map((sent) => create(sent)));
    });
    return { ends, names: statements.flatMap(({ name }) => name ?? []) };
  };
  const codes = (ends: readonly Outcome[]): unknown[] =>
    ends.map((end) => (end.status === 'fulfilled' ? 'made' : (end.reason as { code?: unknown }).code));
  const areAsRead = async (ends: readonly Outcome[]): Promise<void> => {
    for (const end of ends)
      if (end.status === 'fulfilled') expect(await catalog.whole('table', end.value.id)).toEqual(end.value);
  };
  const tablesIn = async ({ id }: Document): Promise<number> => {
    const [row] = await catalog.database.query<{ counted: number; there: number }>(
      `select (select sum(c.n)::int from counter c where c.type = 'table' and c.parent = s.node and not c.deleted) as counted,
              (select count(*)::int from entity e where e.type = 'table' and e.parent = s.node) as there
         from entity s where s.id = $1`,
      [id],
    );
    expect(row!.counted).toBe(row!.there);
    return row!.there;
  };

  it('are made by one statement, and answered each as a read is', async () => {
    const bodies = [body(0), body(1), body(0), body(1), body(0)];
    const { ends, names } = await together(bodies);
    expect(codes(ends)).toEqual(bodies.map(() => 'made'));
    expect(names).toEqual(['lock-places', 'insert-at-places-table']);
    await areAsRead(ends);
    ends.forEach((end, at) => {
      expect(end).toMatchObject({ value: { name: bodies[at]!.name, description: bodies[at]!.name } });
    });
    expect([await tablesIn(schemas[0]!), await tablesIn(schemas[1]!)]).toEqual([4, 3]);
  });

  it('are told of with the actor and the origin of each', async () => {
    const users = [await catalog.make('user'), await catalog.make('user')];
    const made = await Promise.all(
      users.map((user, at) => {
        const origin = { address: `10.0.0.${at}`, requestId: `request-${at}`, route: 'POST /tables' };
        return create(body(0), { ...actorOf(user, mayDo(['All'])), origin } as typeof ADMIN);
      }),
    );
    for (const [at, { id, updatedBy }] of made.entries()) {
      const events = await catalog.database.query(
        `select c.event_type, c.actor, c.origin ->> 'requestId' as request, c.origin ->> 'address' as address, e.updated_by,
                c.hash_after = entity_digest(e.fqn, e.version, e.body, e.details) as is_digest, c.at = e.updated_at as is_then
           from change_event_pending c join entity e on e.id = c.entity_id where e.id = $1`,
        [id],
      );
      const name = users[at]!.name;
      expect(updatedBy).toBe(name);
      expect(events).toEqual([
        {
          ...{ event_type: 'entityCreated', actor: name, updated_by: name, is_digest: true, is_then: true },
          ...{ request: `request-${at}`, address: `10.0.0.${at}` },
        },
      ]);
    }
  });

  it('are refused alone: a name that is taken, one of a neighbour, a wrong body', async () => {
    const taken = body(0);
    await create(taken);
    const twice = body(0);
    const wrong = { ...body(0), tableConstraints: [{ constraintType: 'PRIMARY_KEY', columns: ['none'] }] };
    const { ends } = await together([body(0), taken, twice, twice, wrong, body(1)]);
    expect(codes(ends)).toEqual(['made', 'CONFLICT', 'made', 'CONFLICT', 'BAD_REQUEST', 'made']);
    await areAsRead(ends);
    expect(await tablesIn(schemas[0]!)).toBe(4);
  });

  it('follow their place alone: one that was changed, one that is gone', async () => {
    const [changed, gone] = schemas as [Document, Document];
    await catalog.patch('databaseSchema', changed.fullyQualifiedName, {
      op: 'add',
      path: '/displayName',
      value: 'Other',
    });
    const key = { id: gone.id };
    const bodies = [body(0), body(1), body(0)];
    await catalog.remover.remove(ADMIN, typeNamed('databaseSchema'), key, { hardDelete: false, recursive: true });
    const { ends } = await together(bodies);
    expect(codes(ends)).toEqual(['made', 'NOT_FOUND', 'made']);
    expect(ends[0]).toMatchObject({ value: { databaseSchema: { displayName: 'Other' } } });
    await areAsRead(ends);
  });

  it('do not wait for a place that somebody holds, but for their own', async () => {
    const ends = await heldUp(
      (tx) => query(tx, 'select 1 from entity where id = $1 for update', [schemas[0]!.id]),
      [body(0), body(1), body(1)],
    );
    expect(codes(ends)).toEqual(['made', 'made', 'made']);
    await areAsRead(ends);
  });

  it('do not wait for a name that somebody takes, who is first', async () => {
    const name = newName('table');
    const insert = `insert into entity (id, type, name, fqn, parent, root, version, updated_at, updated_by, body, details)
      select gen_random_uuid(), 'table', $2, s.fqn || '.' || $2, s.node, s.root, 1, 1, 'admin', '{"columns":[]}', '{}' from entity s where s.id = $1`;
    const ends = await heldUp((tx) => query(tx, insert, [schemas[0]!.id, name]), [body(0, name), body(1), body(1)]);
    expect(codes(ends)).toEqual(['CONFLICT', 'made', 'made']);
    await areAsRead(ends);
  });

  /** The outcomes of creates, of which the first waits for a transaction that ends when the others are made. */
  async function heldUp(
    hold: (tx: Parameters<Parameters<CatalogFixture['database']['transaction']>[0]>[0]) => Promise<unknown>,
    bodies: readonly Body[],
  ): Promise<Outcome[]> {
    let all!: Promise<Outcome[]>;
    await catalog.database.transaction(async (tx) => {
      await hold(tx);
      const [first, ...others] = bodies.map((sent) => create(sent));
      all = Promise.allSettled([first!, ...others]);
      await Promise.all(others);
    });
    return all;
  }
});
