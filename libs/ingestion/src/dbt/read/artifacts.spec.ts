import { Artifacts } from './artifacts';

const node = (more: object) => ({
  resource_type: 'model',
  database: 'd',
  schema: 's',
  name: 'm',
  columns: {},
  ...more,
});

describe('Artifacts', () => {
  it('lays what the database knows over what the project says, in either order', async () => {
    const manifest = {
      nodes: {
        'model.p.m': node({
          columns: { ID: { name: 'id', description: 'Key', data_type: 'int' }, note: { name: 'note' } },
        }),
      },
    };
    const catalog = {
      nodes: {
        'model.p.m': {
          metadata: { database: 'D', schema: 'S', name: 'M' },
          columns: {
            NOTE: { name: 'NOTE', type: 'TEXT', index: 2, comment: 'Free' },
            ID: { name: 'ID', type: 'NUMBER(38,0)', index: 1 },
          },
        },
      },
    };
    const [one, two] = [new Artifacts(), new Artifacts()];
    await one.add('manifest', manifest);
    await one.add('catalog', catalog);
    await two.add('catalog', catalog);
    await two.add('manifest', manifest);
    expect(await one.project()).toEqual(await two.project());
    expect((await one.project()).relations.get('model.p.m')).toMatchObject({
      database: 'D',
      schema: 'S',
      name: 'M',
      columns: [
        { name: 'ID', type: 'NUMBER(38,0)', description: 'Key' },
        { name: 'NOTE', type: 'TEXT', description: 'Free' },
      ],
    });
  });

  it('takes as many nodes in one file as are allowed and refuses one more, whether it is used or not', async () => {
    const nodes = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`model.a.m${at}`, {}]));
    const artifacts = new Artifacts(2_000);
    await artifacts.add('catalog', { nodes: nodes(2_000) });
    await artifacts.add('manifest', { nodes: nodes(2_000) });
    expect((await artifacts.project()).skipped).toHaveLength(2_000);
    await expect(new Artifacts(2_000).add('manifest', { nodes: nodes(2_001) })).rejects.toThrow(
      'manifest has more than 2000 nodes and results',
    );
  });

  it('takes the end of a run as its time, else that of the report', async () => {
    const artifacts = new Artifacts();
    await artifacts.add('manifest', {});
    await artifacts.add('run_results', {
      metadata: { generated_at: '2026-11-20T00:00:00Z' },
      results: [
        {
          unique_id: 'a',
          status: 'pass',
          timing: [{ completed_at: '2026-11-19T00:00:00Z' }, { completed_at: '2026-11-19T01:00:00Z' }],
        },
        { unique_id: 'b', status: 'fail', timing: [], failures: 3, message: 'no' },
        { status: 'pass' },
        7,
      ],
    });
    expect((await artifacts.project()).outcomes).toEqual([
      { id: 'a', status: 'pass', timestamp: Date.parse('2026-11-19T01:00:00Z') },
      { id: 'b', status: 'fail', timestamp: Date.parse('2026-11-20T00:00:00Z'), failures: 3, message: 'no' },
    ]);
  });

  it.each([
    ['build', 1],
    ['test', 1],
    ['generate', 0],
    ['compile', 0],
  ])('takes results of dbt %s for %i', async (which, taken) => {
    const artifacts = new Artifacts();
    await artifacts.add('manifest', {});
    await artifacts.add('run_results', {
      metadata: { generated_at: '2026-11-20T00:00:00Z' },
      results: [{ unique_id: 'a', status: 'success' }],
      args: { which },
    });
    const { outcomes, skipped } = await artifacts.project();
    expect([outcomes.length, skipped.length]).toEqual([taken, 1 - taken]);
  });

  it('asks for a manifest, once', async () => {
    const artifacts = new Artifacts();
    await artifacts.add('catalog', {});
    await expect(artifacts.project()).rejects.toThrow('manifest is missing');
    await expect(artifacts.add('catalog', {})).rejects.toThrow('given twice');
    await expect(artifacts.add('manifest', [])).rejects.toThrow('must be an object');
  });

  it('says what it does not take, and drops SQL that is too long', async () => {
    const artifacts = new Artifacts();
    await artifacts.add('manifest', {
      nodes: {
        'model.p.a': node({ compiled_code: 'select 1' }),
        'model.p.b': node({ compiled_code: 'x'.repeat(1024 * 1024 + 1) }),
        'model.p.c': node({ schema: undefined }),
      },
      exposures: { 'exposure.p.e': {} },
      metrics: { 'metric.p.m': {} },
    });
    const { relations, skipped } = await artifacts.project();
    expect(relations.get('model.p.a')?.sql).toBe('select 1');
    expect(relations.get('model.p.b')).not.toHaveProperty('sql');
    expect(skipped.map(({ id }) => id)).toEqual(['model.p.c', 'exposure.p.e', 'metric.p.m']);
  });
});
