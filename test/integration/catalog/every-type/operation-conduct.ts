import { randomUUID } from 'node:crypto';
import type { ListRequest } from '@app/catalog';
import {
  actorOf,
  ADMIN,
  failure,
  mayDo,
  read,
  typeNamed,
  type CatalogFixture,
  type Document,
} from '../catalog.fixture';
import { has, includes, itWith, outcomeWords, using } from './conduct.support';

/** What can be done with an entity of every type beside creating, changing and deleting it. Registers its tests. */
export function describeOperations(type: string, catalogOf: () => CatalogFixture): void {
  describeEngagement(type, catalogOf);
  describeBulk(type, catalogOf);
  describeLabels(type, catalogOf);
  describeAbsence(type, catalogOf);
}

function describeEngagement(type: string, catalogOf: () => CatalogFixture): void {
  itWith(type, ['followers'], 'is followed by everyone for themselves, which is no change of it', async () => {
    const { catalog, make } = using(catalogOf());
    const [made, user] = [await make(type), await make('user')];
    const followed = read(await catalog.followers.follow(actorOf(user), typeNamed(type), made.id, user.id));
    expect(followed).toMatchObject({ version: 0.1, followers: [{ id: user.id, type: 'user' }] });
    const left = read(await catalog.followers.unfollow(actorOf(user), typeNamed(type), made.id, user.id));
    expect(left).toMatchObject({ version: 0.1, followers: [] });
  });

  itWith(
    type,
    ['followers'],
    'is followed by no others because a stranger says so, and by nobody who is not there',
    async () => {
      const { catalog, make } = using(catalogOf());
      const [made, user, stranger] = [await make(type), await make('user'), actorOf(await make('user'))];
      const { followers } = catalog;
      const refused = await failure(followers.follow(stranger, typeNamed(type), made.id, user.id));
      expect(refused).toMatchObject({ code: 'FORBIDDEN', message: includes('[EditAll]') });
      const id = randomUUID();
      const unknown = await failure(followers.follow(ADMIN, typeNamed(type), made.id, id));
      expect(unknown).toMatchObject({ code: 'NOT_FOUND', message: `user instance for ${id} not found` });
    },
  );

  itWith(type, ['followers'], 'has its followers after a PUT and a PATCH that say otherwise', async () => {
    const { catalog, body, make } = using(catalogOf());
    const sent = await body(type);
    const [made, user] = [await catalog.create(type, sent), await make('user')];
    await catalog.followers.follow(ADMIN, typeNamed(type), made.id, user.id);
    const put = read(await catalog.writer.put(ADMIN, typeNamed(type), { ...sent, followers: [] }));
    expect(put).toMatchObject({ version: 0.1, followers: [{ id: user.id }] });
    const operation = { op: 'replace', path: '/followers', value: [] };
    const patched = await catalog.patch(type, made.fullyQualifiedName, operation);
    expect(patched).toMatchObject({ version: 0.1, followers: [{ id: user.id }] });
  });

  it('has a vote for each voter where it is voted on, which is no change of it', async () => {
    const { catalog, make } = using(catalogOf());
    const made = await make(type);
    const shown = await catalog.get(type, made.fullyQualifiedName, 'votes');
    if (!typeNamed(type).attributes.votes) return expect(shown).not.toHaveProperty('votes');
    expect(shown.votes).toEqual({ upVotes: 0, downVotes: 0, upVoters: [], downVoters: [] });
    const [one, other] = [actorOf(await make('user')), actorOf(await make('user'))];
    await catalog.votes.vote(one, typeNamed(type), made.id, 'votedDown');
    await catalog.votes.vote(one, typeNamed(type), made.id, 'votedUp');
    const voted = read(await catalog.votes.vote(other, typeNamed(type), made.id, 'votedDown'));
    expect(voted).toMatchObject({ version: 0.1, votes: { upVotes: 1, downVotes: 1, upVoters: [{ id: one.id }] } });
  });
}

function describeBulk(type: string, catalogOf: () => CatalogFixture): void {
  it('is changed in bulk as by a PUT', async () => {
    const { catalog, body } = using(catalogOf());
    const sent = await body(type, { extension: { kept: 1 } });
    const made = await catalog.create(type, sent);
    const next = { ...sent, extension: undefined, displayName: 'changed' };
    expect(outcomeWords(await catalog.bulk.put(ADMIN, typeNamed(type), [next, next]))).toEqual(['there', 'there']);
    const shown = await catalog.get(type, made.fullyQualifiedName, '*');
    expect(shown).toMatchObject({ version: 0.2, displayName: 'changed' });
    expect(shown.extension).toEqual(has(type, 'extension') ? { kept: 1 } : undefined);
    const history = JSON.parse(await catalog.versions.list(ADMIN, typeNamed(type), made.id)) as {
      versions: Document[];
    };
    expect(history.versions.map(({ version }) => version)).toEqual([0.2, 0.1]);
  });

  it('comes back in bulk from a soft deletion', async () => {
    const { catalog, body, softDelete } = using(catalogOf());
    const sent = await body(type);
    const made = await catalog.create(type, sent);
    await softDelete(type, made);
    const [outcome] = await catalog.bulk.put(ADMIN, typeNamed(type), [sent]);
    expect(outcome).toMatchObject({ created: false, id: made.id });
    expect((await catalog.get(type, made.fullyQualifiedName)).deleted).toBe(false);
  });

  it('is made in bulk by nobody who may not', async () => {
    const { catalog, body, make } = using(catalogOf());
    const user = await make('user');
    const sent = await body(type);
    const viewer = await catalog.bulk.put(actorOf(user), typeNamed(type), [sent]);
    expect(viewer).toMatchObject([{ error: { code: 'FORBIDDEN', message: includes('[Create]') } }]);
    const elsewhere = actorOf(user, mayDo(['Create'], 'nothing'));
    expect(outcomeWords(await catalog.bulk.put(elsewhere, typeNamed(type), [sent]))).toEqual(['FORBIDDEN']);
  });

  it('leaves no trace of a dry run', async () => {
    const { catalog, body } = using(catalogOf());
    const sent = await body(type);
    const [outcome] = await catalog.bulk.put(ADMIN, typeNamed(type), [sent], { dryRun: true });
    expect(outcome).toMatchObject({ created: true });
    expect((await catalog.create(type, sent)).version).toBe(0.1);
  });
}

function describeLabels(type: string, catalogOf: () => CatalogFixture): void {
  itWith(type, ['tags'], 'bears one of tags that exclude each other, and no disabled one', async () => {
    const { catalog, body, make } = using(catalogOf());
    const { fullyQualifiedName: classification } = await make('classification', { mutuallyExclusive: true });
    const one = { tagFQN: (await make('tag', { classification })).fullyQualifiedName };
    const other = { tagFQN: (await make('tag', { classification })).fullyQualifiedName };
    const off = { tagFQN: (await make('tag', { disabled: true })).fullyQualifiedName };
    const refused = await failure(catalog.create(type, await body(type, { tags: [one, other] })));
    expect(refused).toMatchObject({
      code: 'BAD_REQUEST',
      details: [{ field: 'tags', message: includes(other.tagFQN) }],
    });
    expect(refused.message).toContain(one.tagFQN);
    const disabled = await failure(catalog.create(type, await body(type, { tags: [off] })));
    expect(disabled).toMatchObject({ code: 'BAD_REQUEST', message: includes('disabled') });
    expect((await make(type, { tags: [one] })).tags).toMatchObject([one]);
  });

  itWith(
    type,
    ['tags'],
    'keeps the tags that a PUT does not name, and loses those that a PATCH takes away',
    async () => {
      const { catalog, body, make } = using(catalogOf());
      const [one, other] = [(await make('tag')).fullyQualifiedName, (await make('tag')).fullyQualifiedName];
      const sent = await body(type, { tags: [{ tagFQN: one }] });
      const made = await catalog.create(type, sent);
      const put = read(await catalog.writer.put(ADMIN, typeNamed(type), { ...sent, tags: [{ tagFQN: other }] }));
      expect(put).toMatchObject({ version: 0.2, tags: [{ tagFQN: one }, { tagFQN: other }] });
      const patched = await catalog.patch(type, made.fullyQualifiedName, { op: 'remove', path: '/tags/0' });
      expect(patched).toMatchObject({ version: 0.3, tags: [{ tagFQN: other }] });
    },
  );
}

function describeAbsence(type: string, catalogOf: () => CatalogFixture): void {
  it('is not found under an id or a name that nobody has', async () => {
    const { catalog, reader } = using(catalogOf());
    const id = randomUUID();
    const byId = await failure(reader.get(ADMIN, typeNamed(type), { id }, undefined, 'all'));
    expect(byId).toMatchObject({ code: 'NOT_FOUND', message: `${type} instance for ${id} not found` });
    const patch = catalog.writer.patch(ADMIN, typeNamed(type), { fqn: 'no.such.thing' }, []);
    expect(await failure(patch)).toMatchObject({ message: `${type} instance for no.such.thing not found` });
    expect(await failure(catalog.remover.restore(ADMIN, typeNamed(type), id))).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('has no version that it never had', async () => {
    const { catalog, make } = using(catalogOf());
    const { id } = await make(type);
    const missing = catalog.versions.one(ADMIN, typeNamed(type), id, '7.7');
    expect(await failure(missing)).toMatchObject({ code: 'NOT_FOUND', message: includes('7.7') });
    const unreadable = catalog.versions.one(ADMIN, typeNamed(type), id, 'newest');
    expect(await failure(unreadable)).toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('is deleted in the version that the caller saw, or not at all', async () => {
    const { catalog, make } = using(catalogOf());
    const { id, fullyQualifiedName: fqn } = await make(type);
    await catalog.patch(type, fqn, { op: 'add', path: '/displayName', value: 'changed' });
    const remove = (version: number): Promise<unknown> => {
      const request = { hardDelete: false, recursive: false, precondition: [version] };
      return catalog.remover.remove(ADMIN, typeNamed(type), { id }, request);
    };
    expect(await failure(remove(0.1))).toMatchObject({ code: 'PRECONDITION_FAILED' });
    await remove(0.2);
    expect(await failure(catalog.get(type, fqn))).toMatchObject({ code: 'NOT_FOUND' });
  });

  itWith(type, ['owners', 'tags'], 'is listed for its owner and its tag, while it lives', async () => {
    const { make, reader, softDelete } = using(catalogOf());
    const [owner, tag] = [await make('user'), (await make('tag')).fullyQualifiedName];
    const made = await make(type, { owners: [owner.name], tags: [{ tagFQN: tag }] });
    const ids = async (filters: Record<string, string>, include: ListRequest['include']): Promise<string[]> => {
      const list = await reader.list(ADMIN, typeNamed(type), { limit: 10, include, filters });
      return (JSON.parse(String(list)) as { data: Document[] }).data.map(({ id }) => id);
    };
    const wanted: Record<string, string>[] = [{ owner: owner.id }, { owner: owner.name }, { tag }];
    for (const filters of wanted) expect(await ids(filters, 'non-deleted')).toEqual([made.id]);
    await softDelete(type, made);
    expect(await ids({ tag }, 'non-deleted')).toEqual([]);
    expect(await ids({ tag }, 'deleted')).toEqual([made.id]);
  });
}
