import { randomUUID } from 'node:crypto';
import { entityTypes } from '@app/catalog';
import type { AccessRule } from '@app/common';
import { idempotencyToken } from '@app/database';
import { ADMIN, actorOf, CatalogFixture, failure, mayDo, read, typeNamed, type Document } from '../catalog.fixture';

const TYPES = entityTypes
  .all()
  .flatMap(({ type, relations }) => (relations.owners && type !== 'policy' && type !== 'dataContract' ? [type] : []));

describe('an answer that was kept for an Idempotency-Key, of what is hidden by now', () => {
  let catalog: CatalogFixture;
  let user: Document;
  let other: Document;

  beforeAll(async () => {
    catalog = await CatalogFixture.open();
    user = await catalog.make('user');
    other = await catalog.make('user');
  });

  afterAll(() => catalog.close());

  it.each(TYPES)('is as of nothing, and so when that is gone for good (%s)', async (type) => {
    const entityType = typeNamed(type);
    const hides: AccessRule = {
      ...{ name: 'hides', effect: 'deny', operations: ['ViewAll'], resources: [type] },
      condition: '!isOwner() && !noOwner()',
    };
    const actor = actorOf(user, mayDo(['All']), hides);
    const body = await catalog.body(type);
    const token = idempotencyToken({ key: randomUUID(), caller: user.id, method: 'POST', url: '/x', body });
    const create = (by = actor) => catalog.writer.create(by, entityType, body, { token });
    const made = read(await create());
    expect(read(await create())).toEqual(made);
    const owners = [{ op: 'add', path: '/owners', value: [{ id: other.id, type: 'user' }] }];
    await catalog.writer.patch(ADMIN, entityType, { id: made.id }, owners);
    const refused = { code: 'NOT_FOUND', message: `${type} instance for ${made.id} not found` };
    expect(await failure(create())).toMatchObject(refused);
    const closed = actorOf(user, mayDo(['All']), { ...hides, condition: undefined });
    expect(await failure(create(closed))).toMatchObject({ code: 'FORBIDDEN' });
    const removal = { hardDelete: true, recursive: true, precondition: undefined };
    await catalog.remover.remove(ADMIN, entityType, { id: made.id }, removal);
    expect(await failure(create())).toMatchObject(refused);
    expect(read(await create(actorOf(user, mayDo(['All']))))).toEqual(made);
  });
});
