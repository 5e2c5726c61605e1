import { CatalogWorld, part, unique, type Entity } from './catalog-world';

describe('writers at the same time', () => {
  let world: CatalogWorld;
  beforeAll(async () => {
    world = await CatalogWorld.shared();
  });

  it('50 PUTs of the same new entity make one: a single 201', async () => {
    const databaseSchema = await world.schema();
    const body = { name: unique('t'), databaseSchema, columns: [{ name: 'id', dataType: 'INT' }] };
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => world.client.put<Entity>('/tables', { ...body, description: `by ${i}` })),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 200)).toHaveLength(49);
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    const read = await world.client.must<Entity>('GET', `/tables/name/${part(`${databaseSchema}.${body.name}`)}`);
    // 0.1 and a step for each of the other 49, each of which said something else.
    expect(read.version).toBe(5);
  });

  it('50 POSTs of the same new entity make one: the others are 409', async () => {
    const body = { name: unique('g'), description: 'A' };
    const answers = await Promise.all(Array.from({ length: 50 }, () => world.client.post<Entity>('/glossaries', body)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array.from({ length: 49 }, () => 409)]);
  });

  it('20 POSTs with one Idempotency-Key have one effect and one body', async () => {
    const body = { name: unique('g'), description: 'A' };
    const key = { 'idempotency-key': unique('key') };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => world.client.post<Entity>('/glossaries', body, key)),
    );
    expect(new Set(answers.map(({ status, body: made }) => `${status} ${JSON.stringify(made)}`)).size).toBe(1);
    expect(answers[0]!.status).toBe(201);
    const replayed = answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true');
    expect(replayed).toHaveLength(19);
  });

  it('If-Match writers lose no update: the version rises by exactly the number of 2xx', async () => {
    const table = await world.table(await world.schema(), unique('t'), { extension: { log: [] } });
    const write = async (text: string): Promise<boolean> => {
      const read = await world.client.get<Entity>(`/tables/${table.id}?fields=extension`);
      const operations = [{ op: 'add', path: '/extension/log/-', value: text }];
      const headers = { 'if-match': read.headers.get('etag') ?? '' };
      const { status } = await world.client.patch(`/tables/${table.id}`, operations, headers);
      expect([200, 412]).toContain(status);
      return status === 200;
    };
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      const done: string[] = [];
      for (let round = 0; round < 6; round++) {
        const text = `${writer}.${round}`;
        if (await write(text)) done.push(text);
      }
      return done;
    });
    const written = (await Promise.all(writers)).flat();
    const after = await world.client.must<Entity>('GET', `/tables/${table.id}?fields=extension`);
    expect(Math.round(after.version * 10)).toBe(1 + written.length);
    expect([...(after.extension as { log: string[] }).log].sort()).toEqual(written.sort());
    // Without a single lost race the test would prove nothing.
    expect(written.length).toBeLessThan(48);
    expect(written.length).toBeGreaterThan(5);
  });

  it('PATCHes without If-Match come one after the other, none lost', async () => {
    const table = await world.table(await world.schema(), unique('t'), { extension: { log: [] } });
    const patch = (text: number) =>
      world.client.patch(`/tables/${table.id}`, [{ op: 'add', path: '/extension/log/-', value: text }]);
    const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => patch(i)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => 200));
    const after = await world.client.must<Entity>('GET', `/tables/${table.id}?fields=extension`);
    expect(after.version).toBe(3.1);
    expect([...(after.extension as { log: number[] }).log].sort((a, b) => a - b)).toEqual(
      Array.from({ length: 30 }, (_, i) => i),
    );
  });

  it('200 writes at once, half of them of one table, all end well', async () => {
    const databaseSchema = await world.schema();
    const others = await Promise.all(Array.from({ length: 100 }, () => world.table(databaseSchema, unique('t'))));
    const [hot] = others as [Entity];
    const describe = ({ id }: Entity, text: string) =>
      world.client.patch(`/tables/${id}`, [{ op: 'add', path: '/description', value: text }]);
    const answers = await Promise.all(
      others.flatMap((other, i) => [describe(hot, `hot ${i}`), describe(other, 'own')]),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const read = await world.client.must<Entity>('GET', `/tables/${hot.id}`);
    // Each of the 101 said something else.
    expect(Math.round(read.version * 10)).toBe(1 + 101);
  });
});
