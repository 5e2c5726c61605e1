import { CallerChanged, type CallerCheck } from '@app/database';
import { RightsReader } from '../../../../libs/auth/src/principal/rights-reader';
import {
  actorOf,
  ADMIN,
  CatalogFixture,
  failure,
  mayDo,
  newName,
  read,
  typeNamed,
  type Document,
} from '../catalog.fixture';

const TABLE = typeNamed('table');
const COLUMNS = [
  { name: 'id', dataType: 'BIGINT' },
  { name: 'at', dataType: 'DATE' },
];

describe('PUTs that change nothing', () => {
  let catalog: CatalogFixture;
  let user: Document;
  let owner: Document;
  let body: Record<string, unknown>;
  let made: Document;

  beforeAll(async () => {
    catalog = await CatalogFixture.open();
    user = await catalog.make('user');
  });
  afterAll(() => catalog.close());

  /** Its snapshot is cached. */
  beforeEach(async () => {
    owner = await catalog.make('user');
    body = await catalog.body('table', { columns: COLUMNS, owners: [{ id: owner.id, type: 'user' }] });
    for (let times = 0; times < 3; times++) made = await put('table', body);
  });

  const put = async (type: string, sent: unknown, actor = ADMIN): Promise<Document> =>
    read(await catalog.writer.put(actor, typeNamed(type), sent));

  /** Names of the statements that are sent outside of transactions, and whether there was one. */
  const sentBy = async (work: () => Promise<unknown>): Promise<{ reads: string[]; transactions: number }> => {
    const reads = jest.spyOn(catalog.database, 'read');
    const { committed } = catalog.database.transactions;
    try {
      await work();
      const transactions = catalog.database.transactions.committed - committed;
      return { reads: reads.mock.calls.map(([{ name }]) => name), transactions };
    } finally {
      reads.mockRestore();
    }
  };

  /** Whether a PUT asks the database for versions alone. */
  const asksVersions = async (type: string, sent: unknown): Promise<boolean> => {
    const { reads, transactions } = await sentBy(() => put(type, sent));
    return transactions === 0 && reads.length === 1 && reads[0] === `whole-stamp-${type}`;
  };

  it('ask for their caller in the statement that asks for the versions, and confirm it before they write', async () => {
    const rights = catalog.part(RightsReader);
    const log: string[] = [];
    let isAnother = false;
    const caller: Pick<CallerCheck, 'ask' | 'confirm'> = {
      ask: async (question) => (await rights.standingOf({}, question)).version,
      confirm: async () => {
        log.push('confirmed');
        if (isAnother) throw new CallerChanged();
      },
    };
    const send = (sent: object): Promise<unknown> => catalog.writer.put(ADMIN, TABLE, sent, { caller });
    const unchanged = await sentBy(() => send(body));
    expect([unchanged, log]).toEqual([{ reads: ['auth_standing_none_whole-stamp_table'], transactions: 0 }, []]);
    const another = { ...body, name: newName('another') };
    const writes = [{ ...body, description: 'another' }, { ...body, owners: [] }, another];
    isAnother = true;
    for (const sent of writes) {
      const refused = await sentBy(async () => {
        await expect(send(sent)).rejects.toBeInstanceOf(CallerChanged);
      });
      expect(refused.transactions).toBe(0);
    }
    isAnother = false;
    for (const sent of writes) expect((await sentBy(() => send(sent))).transactions).toBe(1);
    expect(log).toHaveLength(2 * writes.length);
  });

  const above = (property: string): string =>
    (made as unknown as Record<string, Document>)[property]!.fullyQualifiedName;
  const named = async (type: string, fqn: string): Promise<void> =>
    void (await catalog.patch(type, fqn, { op: 'add', path: '/displayName', value: newName('shown') }));

  it('ask for the versions of what they are made of, and for nothing else, those of several tables together', async () => {
    const other = await catalog.body('table', { columns: COLUMNS });
    for (let times = 0; times < 3; times++) await put('table', other);
    expect(await asksVersions('table', body)).toBe(true);
    expect(await asksVersions('table', { ...body, displayName: null })).toBe(true);
    const { reads } = await sentBy(() => Promise.all([body, other].map((sent) => put('table', sent))));
    expect(reads).toEqual(['whole-stamps-table']);
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'the entity by another',
      () => catalog.patch('table', made.fullyQualifiedName, { op: 'add', path: '/description', value: 'x' }),
    ],
    [
      'its row by SQL',
      () => catalog.database.query(`update entity set body = body || '{"displayName": "x"}' where id = $1`, [made.id]),
    ],
    ['the name of its owner', () => named('user', owner.fullyQualifiedName)],
    ['a follower', () => catalog.followers.follow(ADMIN, TABLE, made.id, user.id)],
    ['a vote', () => catalog.votes.vote(actorOf(user), TABLE, made.id, 'votedUp')],
    ['its schema', () => named('databaseSchema', above('databaseSchema'))],
    ['its database', () => named('database', above('database'))],
    ['its service', () => named('databaseService', above('service'))],
    [
      'the domain that it inherits',
      async () => {
        const { fullyQualifiedName } = await catalog.make('domain');
        const value = [{ type: 'domain', fullyQualifiedName }];
        await catalog.patch('database', above('database'), { op: 'add', path: '/domains', value });
      },
    ],
    ['a suite of tests below it', () => catalog.make('testSuite', { basicEntityReference: made.fullyQualifiedName })],
    [
      'a pipeline that processes it',
      async () => {
        const { id } = await catalog.make('pipeline');
        await catalog.database.query(
          `insert into pipeline_observability (asset, pipeline, body)
           select t.node, p.node, '{}' from entity t, entity p where t.id = $1 and p.id = $2`,
          [made.id, id],
        );
      },
    ],
  ])('are answered with what is stored by then: %s has changed', async (_, change) => {
    expect(await asksVersions('table', body)).toBe(true);
    await change();
    const after = await put('table', body);
    expect(after).toEqual(await catalog.whole('table', made.id));
    expect(after).not.toEqual(made);
    for (let times = 0; times < 2; times++) expect(await put('table', body)).toEqual(after);
    expect(await asksVersions('table', body)).toBe(true);
  });

  it('see a follower who came and went', async () => {
    await catalog.followers.follow(ADMIN, TABLE, made.id, user.id);
    expect((await put('table', body)).followers).toHaveLength(1);
    await catalog.followers.unfollow(ADMIN, TABLE, made.id, user.id);
    expect((await put('table', body)).followers).toEqual([]);
  });

  it.each<[string, () => object]>([
    ['the parent by its id', () => ({ databaseSchema: { id: parent().id, type: 'databaseSchema' } })],
    [
      'the owner by type and name',
      () => ({ owners: [{ type: 'user', fullyQualifiedName: owner.fullyQualifiedName }] }),
    ],
    ['the owners not named, which stay', () => ({ owners: undefined })],
    ['null for what is not there', () => ({ displayName: null })],
    ['what an answer has beside it', () => ({ version: 0.1, href: 'http://x', deleted: false })],
  ])('have no transaction: %s', async (_, more) => {
    const { transactions } = await sentBy(async () => {
      expect(await put('table', { ...body, ...more() })).toEqual(made);
    });
    expect(transactions).toBe(0);
  });

  it.each<[string, object, number]>([
    ['a description', { description: 'other' }, 0.2],
    ['a column more', { columns: [...COLUMNS, { name: 'more', dataType: 'INT' }] }, 0.2],
    ['a column of another type', { columns: [{ name: 'id', dataType: 'TEXT' }, COLUMNS[1]] }, 1.1],
    ['no owners', { owners: [] }, 0.2],
  ])('are changes all the same with %s', async (_, more, version) => {
    const changed = await put('table', { ...body, ...more });
    expect(changed.version).toBe(version);
    expect(changed).toEqual(await catalog.whole('table', made.id));
  });

  const parent = (): Document => (made as unknown as Record<string, Document>).databaseSchema!;

  it.each(['user', 'team', 'domain', 'glossary', 'glossaryTerm', 'tag', 'database', 'pipeline', 'dataProduct'])(
    'have no transaction, also the first time, and behind a change: %s',
    async (type) => {
      const sent = await catalog.body(type);
      for (const description of ['one', 'other']) {
        const stored = await put(type, { ...sent, description });
        const { transactions } = await sentBy(async () => {
          expect(await put(type, { ...sent, description })).toEqual(stored);
        });
        expect(transactions).toBe(0);
      }
    },
  );

  it('have none by somebody whose rights rest on the owner, or who sees a part', async () => {
    const condition = 'isOwner()';
    const byOwner = actorOf(owner, { ...mayDo(['EditAll']), condition });
    const hidesUsers = { ...mayDo(['ViewAll'], 'user'), effect: 'deny' as const, condition: '!isOwner()' };
    const restricted = actorOf(user, mayDo(['EditAll', 'Create']), hidesUsers);
    const byId = { ...body, owners: undefined };
    for (const actor of [byOwner, restricted]) {
      const { transactions } = await sentBy(async () => {
        expect((await put('table', byId, actor)).version).toBe(0.1);
      });
      expect(transactions).toBe(0);
    }
    const stranger = actorOf(await catalog.make('user'), { ...mayDo(['EditAll']), condition });
    expect(await failure(put('table', body, stranger))).toMatchObject({ code: 'FORBIDDEN' });
    expect((await catalog.whole('table', made.id)).owners).toMatchObject([{ id: owner.id }]);
  });

  it('bring back what was deleted, and make again what is gone', async () => {
    const remove = (hardDelete: boolean): Promise<unknown> =>
      catalog.remover.remove(ADMIN, TABLE, { id: made.id }, { hardDelete, recursive: false, precondition: undefined });
    await remove(false);
    expect(await put('table', body)).toMatchObject({ id: made.id, deleted: false });
    await remove(true);
    const { id, version } = await put('table', body);
    expect(version).toBe(0.1);
    expect(id).not.toBe(made.id);
  });

  it('are refused as before: for another version, and to whom may not write or not see', async () => {
    const asking = (actor = ADMIN, precondition?: readonly number[]): Promise<unknown> =>
      catalog.writer.put(actor, TABLE, body, { precondition });
    expect(await asksVersions('table', body)).toBe(true);
    expect(await failure(asking(ADMIN, [0.7]))).toMatchObject({ code: 'PRECONDITION_FAILED' });
    await expect(asking(ADMIN, [0.1])).resolves.toMatchObject({ id: made.id, created: false });
    expect(await failure(asking(actorOf(user)))).toMatchObject({ code: 'FORBIDDEN' });
    const hides = { ...mayDo(['ViewAll']), effect: 'deny' as const, condition: '!isOwner()' };
    const blind = actorOf(user, mayDo(['EditAll', 'Create']), hides);
    expect(await failure(asking(blind))).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('are refused where there is no body, and read what is too large to be cached', async () => {
    for (const sent of [undefined, null, [], 'text'])
      expect(await failure(catalog.writer.put(ADMIN, TABLE, sent))).toMatchObject({ code: 'BAD_REQUEST' });
    const large = { ...body, schemaDefinition: 'x'.repeat(513 * 1024) };
    for (let times = 0; times < 3; times++) await put('table', large);
    expect(await asksVersions('table', large)).toBe(false);
  });

  it('read the entity below ancestors that are not read with it', async () => {
    const service = (await catalog.make('storageService')).fullyQualifiedName;
    let parent: string | undefined;
    for (const [depth, kept] of [true, true, false, false].entries()) {
      const sent = await catalog.body('container', {
        service,
        ...(parent !== undefined && { parent: { type: 'container', fullyQualifiedName: parent } }),
      });
      let container!: Document;
      for (let times = 0; times < 3; times++) container = await put('container', sent);
      expect([depth, await asksVersions('container', sent)]).toEqual([depth, kept]);
      parent = container.fullyQualifiedName;
    }
  });
});
