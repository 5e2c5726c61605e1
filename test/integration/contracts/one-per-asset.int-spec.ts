import { ContractFixture, newName, refusal, type Document } from './contract.fixture';

let contracts: ContractFixture;
beforeAll(async () => {
  contracts = await ContractFixture.open();
});
afterAll(() => contracts.close());

const AT_ONCE = 20;

const conflictOf = ({ id }: Document) => ({
  code: 'CONFLICT',
  message: `A data contract already exists for entity 'table' with ID ${id}`,
});

const live = (table: Document) => contracts.list({ entity: table.id });

describe('a second live contract of an asset', () => {
  it('is refused by POST and by PUT under another name', async () => {
    const table = await contracts.table();
    const first = await contracts.contract({}, table);
    expect(await refusal(contracts.contract({}, table))).toMatchObject(conflictOf(table));
    const other = { name: newName('other'), entity: { id: table.id, type: 'table' } };
    expect(await refusal(contracts.put(other))).toMatchObject(conflictOf(table));
    expect((await live(table)).data.map(({ id }) => id)).toEqual([first.id]);
  });

  it('cannot come about by a move: a contract keeps its asset', async () => {
    const table = await contracts.table();
    await contracts.contract({}, table);
    const elsewhere = await contracts.contract();
    const move = [{ op: 'replace', path: '/entity', value: { id: table.id, type: 'table' } }];
    expect(await refusal(contracts.patch(elsewhere, move))).toMatchObject({
      code: 'BAD_REQUEST',
      details: [{ field: 'entity' }],
    });
    expect(await contracts.get(elsewhere.id, '*')).toEqual(elsewhere);
  });

  it.each([
    ['POST', (table: Document) => contracts.contract({}, table)],
    ['PUT', (table: Document) => contracts.put({ name: newName('c'), entity: { id: table.id, type: 'table' } })],
  ])(`is refused when ${AT_ONCE} come at once by %s`, async (_verb, write) => {
    const table = await contracts.table();
    const outcomes = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => write(table)));
    const made = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.id] : []));
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
    expect(made).toHaveLength(1);
    expect(refused).toHaveLength(AT_ONCE - 1);
    for (const reason of refused) expect(reason).toMatchObject(conflictOf(table));
    const { data, paging } = await live(table);
    expect([data.map(({ id }) => id), paging.total]).toEqual([made, 1]);
  });

  it(`is none when ${AT_ONCE} PUTs of one name come at once: one creates, the others find it`, async () => {
    const table = await contracts.table();
    const body = { name: 'c', entity: { id: table.id, type: 'table' } };
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => contracts.put(body)));
    expect(answers.filter(({ created }) => created)).toHaveLength(1);
    expect(new Set(answers.map(({ id, version }) => `${id} ${version}`)).size).toBe(1);
  });

  it('may come once the first one is deleted; that cannot be restored then', async () => {
    const table = await contracts.table();
    const first = await contracts.contract({ name: 'first' }, table);
    await contracts.remove('dataContract', first);
    const second = await contracts.contract({ name: 'second' }, table);
    const error = await refusal(contracts.restore('dataContract', first));
    expect(error).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('another data contract') as string,
    });
    const revived = contracts.put({ name: 'first', entity: { id: table.id, type: 'table' } });
    expect((await refusal(revived)).code).toBe('CONFLICT');
    expect((await live(table)).data.map(({ id }) => id)).toEqual([second.id]);
    await contracts.remove('dataContract', second);
    expect(await contracts.restore('dataContract', first)).toMatchObject({ id: first.id, deleted: false });
  });

  it('never stands when restores and creates race', async () => {
    const table = await contracts.table();
    const first = await contracts.contract({}, table);
    await contracts.remove('dataContract', first);
    const tries = Array.from({ length: 8 }, (_, i) =>
      i % 2 ? contracts.restore('dataContract', first) : contracts.contract({}, table),
    );
    const outcomes = await Promise.allSettled(tries);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'CONFLICT' });
    }
    expect((await live(table)).paging.total).toBe(1);
  });
});
