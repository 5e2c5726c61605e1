import { randomUUID } from 'node:crypto';
import { actorOf, ADMIN, CatalogFixture, failure, mayDo, read, typeNamed, type Document } from '../catalog.fixture';

interface VotesShown {
  readonly upVotes: number;
  readonly downVotes: number;
  readonly upVoters: { id: string }[];
  readonly downVoters: { id: string }[];
}

const table = typeNamed('table');

describe('what people do with an entity', () => {
  let catalog: CatalogFixture;

  beforeAll(async () => {
    catalog = await CatalogFixture.open();
  });

  afterAll(() => catalog.close());

  const ids = (references: unknown): string[] => (references as { id: string }[]).map(({ id }) => id).sort();

  describe('followers', () => {
    it('follow for themselves, once, and leave again; the version stays', async () => {
      const made = await catalog.make('table');
      const user = await catalog.make('user');
      const actor = actorOf(user);
      await catalog.followers.follow(actor, table, made.id, user.id);
      const followed = read(await catalog.followers.follow(actor, table, made.id, user.id));
      expect(ids(followed.followers)).toEqual([user.id]);
      expect(followed).toMatchObject({ version: 0.1, updatedAt: made.updatedAt });
      expect(ids((await catalog.get('user', user.name, 'follows')).follows)).toEqual([made.id]);
      const left = read(await catalog.followers.unfollow(actor, table, made.id, user.id));
      expect(left).toMatchObject({ followers: [], version: 0.1 });
      expect(read(await catalog.followers.unfollow(actor, table, made.id, user.id)).followers).toEqual([]);
    });

    it('are made to follow only by those who may edit the entity', async () => {
      const [owner, other] = [await catalog.make('user'), await catalog.make('user')];
      const made = await catalog.make('table', { owners: [owner.name] });
      const stranger = actorOf(await catalog.make('user'));
      const refused = { code: 'FORBIDDEN', message: expect.stringContaining('[EditAll] on table') as unknown };
      expect(await failure(catalog.followers.follow(stranger, table, made.id, other.id))).toMatchObject(refused);
      expect(await failure(catalog.followers.unfollow(stranger, table, made.id, other.id))).toMatchObject(refused);
      const followed = read(await catalog.followers.follow(actorOf(owner), table, made.id, other.id));
      expect(ids(followed.followers)).toEqual([other.id]);
    });

    it('are users that are there, of entities that are there', async () => {
      const made = await catalog.make('table');
      const nobody = randomUUID();
      expect(await failure(catalog.followers.follow(ADMIN, table, made.id, nobody))).toMatchObject({
        code: 'NOT_FOUND',
        message: `user instance for ${nobody} not found`,
      });
      const user = await catalog.make('user');
      expect(await failure(catalog.followers.follow(ADMIN, table, nobody, user.id))).toMatchObject({
        code: 'NOT_FOUND',
      });
      const request = { hardDelete: false, recursive: false, precondition: undefined };
      await catalog.remover.remove(ADMIN, table, { id: made.id }, request);
      expect(await failure(catalog.followers.follow(ADMIN, table, made.id, user.id))).toMatchObject({
        code: 'NOT_FOUND',
      });
    });

    it('stay through a PUT and a PATCH that do not speak of them, and one that does', async () => {
      const sent = await catalog.body('table');
      const made = await catalog.create('table', sent);
      const user = await catalog.make('user');
      await catalog.followers.follow(ADMIN, table, made.id, user.id);
      const put = read(await catalog.writer.put(ADMIN, table, { ...sent, followers: [] }));
      expect(ids(put.followers)).toEqual([user.id]);
      const patched = await catalog.patch('table', made.fullyQualifiedName, {
        op: 'replace',
        path: '/followers',
        value: [],
      });
      expect(ids(patched.followers)).toEqual([user.id]);
      expect(patched.version).toBe(0.1);
    });
  });

  describe('votes', () => {
    const votesOf = async (made: Document): Promise<VotesShown> =>
      (await catalog.get('table', made.fullyQualifiedName, 'votes')).votes as VotesShown;

    it('count one for each person, the last one', async () => {
      const made = await catalog.make('table');
      const [one, other] = [await catalog.make('user'), await catalog.make('user')];
      expect(await votesOf(made)).toEqual({ upVotes: 0, downVotes: 0, upVoters: [], downVoters: [] });
      await catalog.votes.vote(actorOf(one), table, made.id, 'votedUp');
      await catalog.votes.vote(actorOf(one), table, made.id, 'votedUp');
      const voted = read(await catalog.votes.vote(actorOf(other), table, made.id, 'votedDown'));
      expect(voted.votes).toMatchObject({
        upVotes: 1,
        downVotes: 1,
        upVoters: [{ id: one.id }],
        downVoters: [{ id: other.id }],
      });
      expect(voted).toMatchObject({ version: 0.1, updatedAt: made.updatedAt });
      await catalog.votes.vote(actorOf(one), table, made.id, 'votedDown');
      const both = await votesOf(made);
      expect(both).toMatchObject({ upVotes: 0, downVotes: 2 });
      expect(ids(both.downVoters)).toEqual([one.id, other.id].sort());
      await catalog.votes.vote(actorOf(one), table, made.id, 'unVoted');
      expect(await votesOf(made)).toMatchObject({
        upVotes: 0,
        downVotes: 1,
        downVoters: [{ id: other.id, type: 'user' }],
      });
    });

    it('of one person at the same time leave one', async () => {
      const made = await catalog.make('table');
      const actor = actorOf(await catalog.make('user'));
      const votes = Array.from({ length: 12 }, (_, i) => (i % 2 ? 'votedUp' : 'votedDown'));
      await Promise.all(votes.map((vote) => catalog.votes.vote(actor, table, made.id, vote)));
      const { upVotes, downVotes } = await votesOf(made);
      expect(upVotes + downVotes).toBe(1);
    });

    it('of many at the same time are all counted', async () => {
      const made = await catalog.make('table');
      const actors = await Promise.all(Array.from({ length: 8 }, async () => actorOf(await catalog.make('user'))));
      await Promise.all(
        actors.map((actor, i) => catalog.votes.vote(actor, table, made.id, i < 5 ? 'votedUp' : 'votedDown')),
      );
      expect(await votesOf(made)).toMatchObject({ upVotes: 5, downVotes: 3 });
    });
  });

  describe('the assets of a data product', () => {
    const product = (document: Document) => ({ fqn: document.fullyQualifiedName });
    const assetsOf = async (made: Document): Promise<string[]> =>
      ids((await catalog.get('dataProduct', made.fullyQualifiedName, 'assets')).assets);

    it('are added and removed, with one version for each change', async () => {
      const made = await catalog.make('dataProduct');
      const [one, other] = [await catalog.make('table'), await catalog.make('topic')];
      const references = [
        { id: one.id, type: 'table' },
        { fullyQualifiedName: other.fullyQualifiedName, type: 'topic' },
      ];
      const added = await catalog.products.add(ADMIN, product(made), references);
      expect(ids(added)).toEqual([one.id, other.id].sort());
      expect(await assetsOf(made)).toEqual([one.id, other.id].sort());
      expect(ids((await catalog.get('table', one.fullyQualifiedName, 'dataProducts')).dataProducts)).toEqual([made.id]);
      // Again: no change.
      await catalog.products.add(ADMIN, product(made), references);
      const now = await catalog.get('dataProduct', made.fullyQualifiedName, 'changeDescription');
      expect(now).toMatchObject({ version: 0.2, changeDescription: { fieldsAdded: [{ name: 'assets' }] } });
      await catalog.products.remove(ADMIN, { id: made.id }, [{ id: one.id, type: 'table' }]);
      expect(await assetsOf(made)).toEqual([other.id]);
      expect((await catalog.get('dataProduct', made.fullyQualifiedName)).version).toBe(0.3);
      const history = JSON.parse(await catalog.versions.list(ADMIN, typeNamed('dataProduct'), made.id)) as {
        versions: Document[];
      };
      expect(history.versions.map(({ assets }) => ids(assets).length)).toEqual([1, 2, 0]);
    });

    it('lose no addition where many add at the same time', async () => {
      const made = await catalog.make('dataProduct');
      const tables = await Promise.all(Array.from({ length: 8 }, () => catalog.make('table')));
      await Promise.all(tables.map(({ id }) => catalog.products.add(ADMIN, product(made), [{ id, type: 'table' }])));
      expect(await assetsOf(made)).toEqual(ids(tables));
      expect((await catalog.get('dataProduct', made.fullyQualifiedName)).version).toBe(0.9);
    });

    it('need not be of its domain; they are things that can be part of a product, all of them or none', async () => {
      const made = await catalog.make('dataProduct');
      const foreign = await catalog.make('table', { domains: [(await catalog.make('domain')).fullyQualifiedName] });
      const nothing = { id: randomUUID(), type: 'table' };
      const both = [{ id: foreign.id, type: 'table' }, nothing];
      expect(await failure(catalog.products.add(ADMIN, product(made), both))).toMatchObject({
        code: 'NOT_FOUND',
        details: [{ field: 'assets[1]' }],
      });
      expect(await assetsOf(made)).toEqual([]);
      await catalog.products.add(ADMIN, product(made), both.slice(0, 1));
      expect(await assetsOf(made)).toEqual([foreign.id]);
      const user = await catalog.make('user');
      const wrong = [{ id: user.id, type: 'user' }, 7, {}];
      const refused = await failure(catalog.products.add(ADMIN, product(made), wrong));
      expect(refused.details?.map(({ field }) => field)).toEqual(['assets[0]', 'assets[1]', 'assets[2]']);
      expect(await failure(catalog.products.add(ADMIN, product(made), 'all'))).toMatchObject({ code: 'BAD_REQUEST' });
    });

    it('are written by those who may edit both the product and the asset', async () => {
      const owner = await catalog.make('user');
      const made = await catalog.make('dataProduct', { owners: [owner.name] });
      const { id } = await catalog.make('table');
      const stranger = actorOf(await catalog.make('user'), mayDo(['EditAll'], 'table'));
      const refused = await failure(catalog.products.add(stranger, product(made), [{ id, type: 'table' }]));
      expect(refused).toMatchObject({ code: 'FORBIDDEN', message: expect.stringContaining('dataProduct') as unknown });
      const alone = await failure(catalog.products.add(actorOf(owner), product(made), [{ id, type: 'table' }]));
      expect(alone).toMatchObject({ code: 'FORBIDDEN', message: expect.stringContaining('on table') as unknown });
      const both = actorOf(owner, mayDo(['EditAll'], 'table'));
      await catalog.products.add(both, product(made), [{ id, type: 'table' }]);
      expect(await assetsOf(made)).toEqual([id]);
    });
  });
});
