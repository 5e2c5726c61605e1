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
  it('lays what the database knows over what the project says, in either order', () => {
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
    one.add('manifest', manifest);
    one.add('catalog', catalog);
    two.add('catalog', catalog);
    two.add('manifest', manifest);
    expect(one.project()).toEqual(two.project());
    expect(one.project().relations.get('model.p.m')).toMatchObject({
      database: 'D',
      schema: 'S',
      name: 'M',
      columns: [
        { name: 'ID', type: 'NUMBER(38,0)', description: 'Key' },
        { name: 'NOTE', type: 'TEXT', description: 'Free' },
      ],
    });
  });

  it('takes 200,000 nodes in one file and refuses one more, wanted or not', () => {
    const nodes = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`model.a.m${at}`, {}]));
    const artifacts = new Artifacts();
    artifacts.add('catalog', { nodes: nodes(200_000) });
    artifacts.add('manifest', { nodes: nodes(200_000) });
    expect(artifacts.project().skipped).toHaveLength(200_000);
    expect(() => new Artifacts().add('manifest', { nodes: nodes(200_001) })).toThrow(
      'manifest has more than 200000 nodes and results',
    );
  });

  it('takes the end of a run as its time, else that of the report', () => {
    const artifacts = new Artifacts();
    artifacts.add('manifest', {});
    artifacts.add('run_results', {
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
    expect(artifacts.project().outcomes).toEqual([
      { id: 'a', status: 'pass', timestamp: Date.parse('2026-11-19T01:00:00Z') },
      { id: 'b', status: 'fail', timestamp: Date.parse('2026-11-20T00:00:00Z'), failures: 3, message: 'no' },
    ]);
  });

  it.each([
    ['build', 1],
    ['test', 1],
    ['generate', 0],
    ['compile', 0],
  ])('takes results of dbt %s for %i', (which, taken) => {
    const artifacts = new Artifacts();
    artifacts.add('manifest', {});
    artifacts.add('run_results', {
      metadata: { generated_at: '2026-11-20T00:00:00Z' },
      results: [{ unique_id: 'a', status: 'success' }],
      args: { which },
    });
    const { outcomes, skipped } = artifacts.project();
    expect([outcomes.length, skipped.length]).toEqual([taken, 1 - taken]);
  });

  it('asks for a manifest, once', () => {
    const artifacts = new Artifacts();
    artifacts.add('catalog', {});
    expect(() => artifacts.project()).toThrow('manifest is missing');
    expect(() => artifacts.add('catalog', {})).toThrow('given twice');
    expect(() => artifacts.add('manifest', [])).toThrow('must be an object');
  });

  it('says what it does not take, and drops SQL that is too long', () => {
    const artifacts = new Artifacts();
    artifacts.add('manifest', {
      nodes: {
        'model.p.a': node({ compiled_code: 'select 1' }),
        'model.p.b': node({ compiled_code: 'x'.repeat(1024 * 1024 + 1) }),
        'model.p.c': node({ schema: undefined }),
      },
      exposures: { 'exposure.p.e': {} },
      metrics: { 'metric.p.m': {} },
    });
    const { relations, skipped } = artifacts.project();
    expect(relations.get('model.p.a')?.sql).toBe('select 1');
    expect(relations.get('model.p.b')).not.toHaveProperty('sql');
    expect(skipped.map(({ id }) => id)).toEqual(['model.p.c', 'exposure.p.e', 'metric.p.m']);
  });
});
