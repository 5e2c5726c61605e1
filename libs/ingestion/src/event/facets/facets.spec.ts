import { readEvent } from '../read-event';
import { unusedNote } from './unused-members';

const at = (name: string) => ({ namespace: 'db', name });
const source = (name: string, more: object = {}) => ({ ...at(name), type: 'DATASET', ...more });
const RUN = {
  eventType: 'COMPLETE',
  eventTime: '2026-11-20T06:00:00Z',
  producer: 'p',
  schemaURL: 's',
  run: { runId: 'r' },
  job: { namespace: 'jobs', name: 'job' },
};
const frame = { _producer: 'p', _schemaURL: 's' };

describe('the facet lineage', () => {
  const read = (entries: readonly object[], more: object = {}) =>
    readEvent({ ...RUN, job: { ...RUN.job, facets: { lineage: { ...frame, entries } } }, ...more });
  const edges = (event: ReturnType<typeof readEvent>) =>
    event.lineage?.map(({ from, to }) => `${from.name} → ${to.name}`);

  it('tells edges pair by pair, of a job or a run, with datasets that it alone names', () => {
    const entries = [
      { ...source('b'), inputs: [source('a')] },
      {
        ...source('d'),
        inputs: [],
        fields: { x: { inputs: [source('c', { field: 'y', transformations: [{ type: 'DIRECT' }] })] } },
      },
    ];
    const sides = { inputs: [at('a')], outputs: [at('b')] };
    const event = read(entries, sides);
    expect(edges(event)).toEqual(['a → b', 'c → d']);
    expect(event.datasets.map(({ name, output }) => [name, output])).toEqual([
      ['a', false],
      ['b', true],
      ['d', true],
      ['c', false],
    ]);
    expect(event.datasets[2]!.columns).toEqual([{ from: at('c'), fromColumn: 'y', toColumn: 'x', function: 'DIRECT' }]);
    expect(event.notes).toEqual([]);
    const ofRun = readEvent({ ...RUN, ...sides, run: { runId: 'r', facets: { lineage: { entries } } } });
    expect(edges(ofRun)).toEqual(['a → b', 'c → d']);
  });

  it('of a dataset has it as its target, and counts more than columnLineage', () => {
    const facets = {
      lineage: { ...frame, inputs: [source('a', { field: 'key' })], fields: { x: { inputs: [source('b')] } } },
      columnLineage: { fields: { x: { inputFields: [{ ...at('other'), field: 'no' }] } } },
    };
    const event = readEvent({ eventTime: RUN.eventTime, dataset: { ...at('t'), facets } });
    expect(edges(event)).toEqual(['a → t', 'b → t']);
    expect(event.datasets[0]!.columns).toEqual([{ from: at('a'), fromColumn: 'key', toColumn: 'x', function: '' }]);
    expect(edges(readEvent({ ...RUN, outputs: [{ ...at('t'), facets }] }))).toEqual(['a → t', 'b → t']);
  });

  it('leads through the job of the event, and notes what makes no edge', () => {
    const own = { type: 'JOB', inputs: [source('a')] };
    expect(edges(read([own, { ...source('b'), inputs: [{ type: 'JOB' }] }]))).toEqual(['a → b']);
    const other = { namespace: 'jobs', name: 'other', type: 'JOB' };
    const event = read([
      { ...other, inputs: [source('a')] },
      { ...source('b'), inputs: [other, { type: 'TABLE' }] },
      { name: 'x' },
      { ...source('c'), inputs: [source('a', { field: 'f' })] },
    ]);
    expect(edges(event)).toEqual(['a → c']);
    expect(event.notes).toEqual([
      'job.facets.lineage.entries[0]: what another job reads makes no edge',
      'job.facets.lineage.entries[1].inputs[0]: what another job has made makes no edge',
      'job.facets.lineage.entries[1].inputs[1] has no type DATASET or JOB with a namespace and a name',
      'job.facets.lineage.entries[2] has no type DATASET or JOB with a namespace and a name',
      expect.stringContaining('entries[3].inputs name columns that all of c depends on'),
    ]);
  });

  it('is bounded as columns are, before it is read', () => {
    const inputs = Array.from({ length: 50_000 }, () => source('a'));
    expect(() => read([{ ...source('b'), inputs }])).toThrow('more than 50000 pairs');
  });
});

describe('other facets', () => {
  it('symlinks are other names of a dataset; its own and malformed ones are none', () => {
    const identifiers = [{ namespace: 'hive', name: 't', type: 'TABLE' }, { ...at('a'), type: 'TABLE' }, { name: 'x' }];
    const event = readEvent({ ...RUN, inputs: [{ ...at('a'), facets: { symlinks: { identifiers } } }] });
    expect(event.datasets[0]!.symlinks).toEqual([{ namespace: 'hive', name: 't' }]);
    expect(event.notes).toEqual(['inputs[0]: symlinks.identifiers[2] needs a namespace and a name']);
    const many = Array.from({ length: 21 }, (_, i) => ({ namespace: 'hive', name: `t${i}` }));
    const long = readEvent({ ...RUN, inputs: [{ ...at('a'), facets: { symlinks: { identifiers: many } } }] });
    expect(long.datasets[0]!.symlinks).toHaveLength(20);
    expect(long.notes).toHaveLength(1);
  });

  it('columnLineage.dataset counts for each field', () => {
    const all = { ...at('a'), field: 'key', transformations: [{ type: 'INDIRECT', subtype: 'FILTER' }] };
    const columnLineage = {
      fields: { x: { inputFields: [{ ...at('a'), field: 'x' }] }, y: { inputFields: [] } },
      dataset: [all],
    };
    const { datasets } = readEvent({ ...RUN, outputs: [{ ...at('b'), facets: { columnLineage } }] });
    expect(datasets[0]!.columns.map(({ fromColumn, toColumn, function: how }) => [fromColumn, toColumn, how])).toEqual([
      ['x', 'x', ''],
      ['key', 'x', 'INDIRECT/FILTER'],
      ['key', 'y', 'INDIRECT/FILTER'],
    ]);
  });

  it('test is of the last input, under the name that dbt gives it', () => {
    const tests = [
      { name: 'test.shop.assert_total', status: 'fail', severity: 'warn', expected: '0', actual: '3' },
      {
        name: 'test.shop.unique_o_id.0123456789',
        status: 'PASS',
        type: 'unique',
        params: { column_name: 'id', model: 'x' },
      },
      { name: 'later', status: 'skip' },
      { status: 'pass' },
    ];
    const run = { runId: 'r', facets: { test: { tests } } };
    const event = readEvent({ ...RUN, run, inputs: [at('a'), at('b')] });
    expect(event.datasets.map(({ assertions }) => assertions)).toEqual([
      [],
      [
        {
          assertion: 'assert_total',
          name: 'assert_total',
          success: false,
          severity: 'warn',
          expected: '0',
          actual: '3',
        },
        { assertion: 'unique', name: 'unique_o_id', column: 'id', success: true },
      ],
    ]);
    expect(event.notes).toEqual([
      'run.facets.test.tests[2] was skipped: it has no result',
      'run.facets.test.tests[3] needs a name (text) and a status (pass, fail or skip)',
      'not used: run.facets.test.tests.params.model',
    ]);
    expect(readEvent({ ...RUN, run }).notes[0]).toBe('run.facets.test: the run names no dataset that it tests');
  });
});

describe('what is not used', () => {
  it('is named once, wherever it stands', () => {
    const facets = { schema: { fields: [] }, dataSource: {}, symlinks: { ...frame, identifiers: [], more: 1 } };
    const event = {
      ...RUN,
      extra: 1,
      none: null,
      run: { runId: 'r', facets: { parent: { run: {}, job: at('j'), root: {} } } },
      inputs: [
        { ...at('a'), facets, inputFacets: { inputStatistics: {} } },
        { ...at('b'), facets },
      ],
    };
    expect(unusedNote('run', event)).toBe(
      'not used: extra, inputs.facets.dataSource, inputs.facets.schema, inputs.facets.symlinks.more, ' +
        'inputs.inputFacets.inputStatistics, run.facets.parent.root, run.facets.parent.run',
    );
    expect(unusedNote('run', RUN)).toBeUndefined();
    expect(unusedNote('job', RUN)).toBe('not used: eventType, run');
  });

  it('is bounded', () => {
    const facets = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`f${i}`.padEnd(300, 'x'), {}]));
    const note = unusedNote('run', { ...RUN, run: { runId: 'r', facets } })!;
    expect(note).toMatch(/ and 20 more$/);
    expect(note.length).toBeLessThan(6_000);
  });
});
