import { query } from '@app/database';
import { WritePlans } from '../../../../libs/catalog/src/write/write-plans';
import { statementsOf } from '../../../support/recording-client';
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
  { name: 'id', dataType: 'BIGINT', description: 'counted' },
  { name: 'at', dataType: 'STRUCT', children: [{ name: 'day', dataType: 'DATE' }] },
];
const CHANGE = 'change-attributes-table';

type Operation = Record<string, unknown>;
const describedAs = (value: string): Operation => ({ op: 'add', path: '/description', value });

describe('changes of entities that are known', () => {
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

  /** Its next change is planned on what is known of it, and a PUT is expected to find it. */
  beforeEach(async () => {
    owner = await catalog.make('user');
    body = await catalog.body('table', { columns: COLUMNS, owners: [{ id: owner.id, type: 'user' }] });
    await put();
    made = await put({ description: 'known' });
    await patch(describedAs('known by its id'));
  });

  const put = async (more: object = {}, actor = ADMIN): Promise<Document> =>
    read(await catalog.writer.put(actor, TABLE, { ...body, ...more }));
  const patch = async (operation: Operation, actor = ADMIN, id = made.id): Promise<Document> =>
    read(await catalog.writer.patch(actor, TABLE, { id }, [operation]));
  const whole = (id = made.id): Promise<Document> => catalog.whole('table', id);
  const namesOf = async (work: () => Promise<unknown>): Promise<(string | undefined)[]> =>
    (await statementsOf(work)).map(({ name }) => name);

  it('are one statement, and are answered as they are read', async () => {
    await put({ description: 'once' });
    let answer!: Document;
    for (const change of [
      () => put({ description: 'again' }),
      () => put({ description: 'and again', displayName: 'T' }),
    ]) {
      expect(await namesOf(async () => (answer = await change()))).toEqual([CHANGE]);
      expect(answer).toEqual(await whole());
    }
    await patch(describedAs('read anew, since the PUT has changed it'));
    expect(await namesOf(async () => (answer = await patch(describedAs('patched'))))).toEqual([CHANGE]);
    expect(answer).toEqual(await whole());
    expect(answer).toMatchObject({ description: 'patched', displayName: 'T', updatedBy: 'admin' });
  });

  it('leave a snapshot that is answered in the words of a read', async () => {
    await patch({ op: 'add', path: '/columns/1/description', value: 'new, "quoted" é' });
    let json = '';
    const names = await namesOf(async () => {
      ({ json } = await catalog.writer.patch(ADMIN, TABLE, { id: made.id }, []));
    });
    expect(names).toEqual(['whole-stamp-table']);
    expect(json).toBe((await catalog.reader.read(catalog.database, TABLE, made.id)).json);
  });

  it('are two statements where nothing is known: a read, and the change', async () => {
    const other = await catalog.make('table', { columns: COLUMNS });
    expect(await namesOf(() => patch(describedAs('x'), ADMIN, other.id))).toEqual([
      expect.stringContaining('whole'),
      CHANGE,
    ]);
  });

  it('leave what the general way leaves', async () => {
    const general = jest.spyOn(WritePlans.prototype, 'ofPatch');
    const twin = read(await catalog.writer.create(ADMIN, TABLE, { ...body, name: newName('table') }));
    await catalog.writer.put(ADMIN, TABLE, { ...body, name: twin.name, description: 'known' });
    const origin = { requestId: 'of this one', address: '192.0.2.7', route: 'PATCH /tables/:id' };
    const writer = { ...actorOf(user, mayDo(['All'])), origin };
    const changes = [
      describedAs('other'),
      { op: 'replace', path: '/columns/0/description', value: 'counted from 1' },
      { op: 'remove', path: '/description' },
    ];
    try {
      general.mockResolvedValue({ plan: { kind: 'structure' }, isRead: true });
      await patch(describedAs('known by its id'), ADMIN, twin.id);
      for (const change of changes) await patch(change, writer, twin.id);
    } finally {
      general.mockRestore();
    }
    for (const change of changes) expect(await namesOf(() => patch(change, writer))).toEqual([CHANGE]);
    const [known, other] = [await left(made), await left(twin)];
    expect(known).toEqual(other);
    expect(known.events.at(-1)).toMatchObject({ actor: user.name, origin });
  });

  /** All that changes of a table leave, without what is its own. */
  const left = async ({
    id,
    name,
  }: Document): Promise<{ row: object; versions: object[]; events: { actor: string }[] }> => {
    const [row] = await catalog.database.query<{ text: string }>(
      `select (to_jsonb(e) - '{node,id,updated_at}'::text[])::text as text from entity e where id = $1`,
      [id],
    );
    const versions = await catalog.database.query<{ text: string }>(
      `select v.version || (v.document - '{id,href,updatedAt}'::text[])::text as text
         from entity_version v join entity e using (node) where e.id = $1 order by v.version`,
      [id],
    );
    const events = await catalog.database.query<{ text: string }>(
      `select jsonb_build_object('type', c.event_type, 'from', c.previous_version, 'to', c.version, 'actor', c.actor, 'origin', c.origin,
              'change', c.change, 'continues', c.hash_before = lag(c.hash_after) over (order by c.version),
              'isDigest', c.version < e.version or c.hash_after = entity_digest(e.fqn, e.version, e.body, e.details))::text as text
         from change_event_pending c join entity e on e.id = c.entity_id where e.id = $1 order by c.version`,
      [id],
    );
    const own = ({ text }: { text: string }): { actor: string } =>
      JSON.parse(text.replaceAll(name, 'NAME').replace(/^(\d+)\{/, '{"at": $1,')) as { actor: string };
    return { row: own(row!), versions: versions.map(own), events: events.map(own) };
  };

  const above = (property: string): string =>
    (made as unknown as Record<string, Document>)[property]!.fullyQualifiedName;
  const named = async (type: string, fqn: string): Promise<void> =>
    void (await catalog.patch(type, fqn, { op: 'add', path: '/displayName', value: newName('shown') }));

  it.each<[string, () => Promise<unknown>]>([
    ['the entity, by its FQN', () => catalog.patch('table', made.fullyQualifiedName, describedAs('by another'))],
    [
      'its row by another process',
      () => catalog.database.query(`update entity set body = body || '{"displayName": "x"}' where id = $1`, [made.id]),
    ],
    ['the name of its owner', () => named('user', owner.fullyQualifiedName)],
    ['its owners', () => catalog.patch('table', made.fullyQualifiedName, { op: 'remove', path: '/owners' })],
    ['a follower', () => catalog.followers.follow(ADMIN, TABLE, made.id, user.id)],
    ['a vote', () => catalog.votes.vote(actorOf(user), TABLE, made.id, 'votedUp')],
    ['the name of its schema', () => catalog.patch('databaseSchema', above('databaseSchema'), renamed())],
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
  ])('are planned on what is there by then: %s has changed', async (_, change) => {
    await change();
    const before = await whole();
    const after = await patch(describedAs('afterwards'));
    expect(after).toEqual(await whole());
    const { description: _was, version, updatedAt: _then, changeDescription: _change, ...rest } = before;
    expect(after).toMatchObject({ ...rest, description: 'afterwards', version: Math.round(version * 10 + 1) / 10 });
    expect(await namesOf(() => patch(describedAs('known again')))).toEqual([CHANGE]);
  });

  const renamed = (): Operation => ({ op: 'replace', path: '/name', value: newName('renamed') });

  it('are refused as the general way refuses them, and write nothing', async () => {
    const before = await whole();
    const stale = catalog.writer.patch(ADMIN, TABLE, { id: made.id }, [describedAs('x')], { precondition: [0.1] });
    expect(await failure(stale)).toMatchObject({ code: 'PRECONDITION_FAILED' });
    const reader = actorOf(await catalog.make('user'));
    expect(await failure(patch(describedAs('x'), reader))).toMatchObject({ code: 'FORBIDDEN' });
    expect(await failure(put({ description: 'x' }, reader))).toMatchObject({ code: 'FORBIDDEN' });
    const wrong = { op: 'replace', path: '/columns/0/dataType', value: 'NONE' };
    expect(await failure(patch(wrong))).toMatchObject({ code: 'BAD_REQUEST' });
    expect(await failure(put({ owners: [{ id: user.id, type: 'team' }] }))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await whole()).toEqual(before);
  });

  it('go the general way where they change more than attributes, or the rights rest on the entity', async () => {
    const tag = (await catalog.make('tag')).fullyQualifiedName;
    const label = { tagFQN: tag, source: 'Classification', labelType: 'Manual', state: 'Confirmed' };
    const isOwner = actorOf(owner, { ...mayDo(['EditAll']), condition: 'isOwner()' });
    for (const work of [
      () => patch({ op: 'add', path: '/tags', value: [label] }),
      () => patch({ op: 'add', path: '/owners', value: [{ id: user.id, type: 'user' }] }),
      () => patch(renamed()),
    ]) {
      expect(await namesOf(work)).not.toContain(CHANGE);
      expect(await patch(describedAs(newName('text')))).toEqual(await whole());
    }
    await patch({ op: 'add', path: '/owners', value: [{ id: owner.id, type: 'user' }] });
    expect(await namesOf(() => patch(describedAs('by its owner'), isOwner))).toEqual([
      expect.stringContaining('whole'),
      'owners-of-entities',
      CHANGE,
    ]);
    expect(await whole()).toMatchObject({
      description: 'by its owner',
      updatedBy: owner.name,
      tags: [{ tagFQN: tag }],
    });
  });

  it('wait the general way for a transaction that holds the entity', async () => {
    let release!: () => void;
    const released = new Promise<void>((resolve) => (release = resolve));
    let isHeld!: () => void;
    const held = new Promise<void>((resolve) => (isHeld = resolve));
    const holder = catalog.database.transaction(async (tx) => {
      await query(tx, `update entity set body = body || '{"displayName": "of the holder"}' where id = $1`, [made.id]);
      isHeld();
      await released;
    });
    await held;
    const [change] = [patch(describedAs('behind it')), blocked().then(release)];
    await holder;
    expect(await change).toMatchObject({ description: 'behind it', displayName: 'of the holder' });
    expect(await whole()).toEqual(await change);
  });

  const blocked = async (): Promise<void> => {
    for (;;) {
      const [row] = await catalog.database.query<{ any: boolean }>(
        `select exists (select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock') as any`,
      );
      if (row?.any) return;
    }
  };

  it('share a statement where they come together, each with its own author and request', async () => {
    const tables = [made];
    for (let n = 0; n < 5; n++) tables.push(await catalog.make('table', { columns: COLUMNS }));
    for (const { id } of tables) await patch(describedAs('known'), ADMIN, id);
    const users = await Promise.all(tables.map(() => catalog.make('user')));
    const requests = tables.map((_, n) => ({
      requestId: `request ${n}`,
      address: `192.0.2.${n}`,
      route: 'PATCH /tables/:id',
    }));
    const names = await namesOf(() =>
      Promise.all(
        tables.map(({ id }, n) =>
          patch(describedAs(`by ${n}`), { ...actorOf(users[n]!, mayDo(['All'])), origin: requests[n]! }, id),
        ),
      ),
    );
    expect(names.length).toBeLessThan(tables.length);
    expect(new Set(names)).toEqual(new Set([CHANGE]));
    for (const [n, { id }] of tables.entries()) {
      expect(await whole(id)).toMatchObject({ description: `by ${n}`, updatedBy: users[n]!.name });
      const [event] = await catalog.database.query(
        `select actor, origin from change_event_pending where entity_id = $1 order by version desc limit 1`,
        [id],
      );
      expect(event).toEqual({ actor: users[n]!.name, origin: requests[n] });
    }
  });

  it('of one entity that come together are all made, whatever they call it', async () => {
    const { version } = await whole();
    const key = { fqn: made.fullyQualifiedName };
    const changes = Array.from({ length: 6 }, (_, n) => {
      const operation = { op: 'add', path: '/description', value: `change ${n}` };
      return catalog.writer.patch(ADMIN, TABLE, n % 2 ? key : { id: made.id }, [operation]);
    });
    const versions = (await Promise.all(changes)).map((answer) => Number(answer.version));
    expect(versions.toSorted((a, b) => a - b)).toEqual(versions.map((_, n) => Math.round(version * 10 + n + 1) / 10));
    const kept = await catalog.database.query(
      `select v.version from entity_version v join entity e using (node) where e.id = $1 and v.version >= $2 order by 1`,
      [made.id, Math.round(version * 10)],
    );
    expect(kept).toEqual(versions.map((_, n) => ({ version: Math.round(version * 10) + n })));
  });

  it('of one that is deleted are refused, and of one that is gone', async () => {
    const remove = (hardDelete: boolean): Promise<unknown> =>
      catalog.remover.remove(ADMIN, TABLE, { id: made.id }, { hardDelete, recursive: false, precondition: undefined });
    await remove(false);
    expect(await failure(patch(describedAs('x')))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await put({ description: 'back' })).toMatchObject({ id: made.id, deleted: false, description: 'back' });
    await remove(true);
    expect(await failure(patch(describedAs('x')))).toMatchObject({ code: 'NOT_FOUND' });
    expect((await put()).version).toBe(0.1);
  });
});
