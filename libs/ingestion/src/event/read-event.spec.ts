import { AppError } from '@app/common';
import { datasetKey, eventKey, runKey, stampOf } from './event-key';
import { readEvent } from './read-event';

const NAME = { namespace: 'ns', name: 'n' };
const RUN = {
  eventType: 'COMPLETE',
  eventTime: '2024-08-06T13:26:49.98Z',
  run: { runId: 'r' },
  job: { namespace: 'jobs', name: 'job' },
};

function faults(sent: unknown): string[] {
  try {
    readEvent(sent);
  } catch (error) {
    if (error instanceof AppError && error.code === 'BAD_REQUEST')
      return (error.details ?? []).map(({ field }) => field);
    throw error;
  }
  return [];
}

describe('readEvent', () => {
  it('tells the three kinds apart', () => {
    const { eventTime, job } = RUN;
    expect(readEvent(RUN)).toMatchObject({ kind: 'run', eventType: 'COMPLETE', runId: 'r', datasets: [] });
    expect(readEvent({ eventTime, job, inputs: [NAME] })).toMatchObject({ kind: 'job', datasets: [{ output: false }] });
    expect(readEvent({ eventTime, dataset: NAME })).toMatchObject({ kind: 'dataset', datasets: [NAME] });
  });

  it.each<[string, unknown, string[]]>([
    ['no time', { ...RUN, eventTime: undefined }, ['eventTime']],
    ['no run id', { ...RUN, run: {} }, ['run.runId']],
    ['a long run id', { ...RUN, run: { runId: 'x'.repeat(2_001) } }, ['run.runId']],
    ['an unknown type', { ...RUN, eventType: 'DONE' }, ['eventType']],
    ['no job', { ...RUN, job: undefined }, ['job']],
    ['a job without a name', { ...RUN, job: { namespace: 'x' } }, ['job.name']],
    ['inputs that are no list', { ...RUN, inputs: NAME }, ['inputs']],
    [
      'datasets without names',
      { ...RUN, inputs: [NAME, {}], outputs: [7] },
      ['inputs[1].namespace', 'inputs[1].name', 'outputs[0]'],
    ],
    ['too many datasets', { ...RUN, inputs: Array.from({ length: 2_001 }, () => NAME) }, ['inputs']],
    ['nothing', {}, ['run']],
  ])('refuses %s', (_, sent, fields) => {
    expect(faults(sent)).toEqual(fields);
  });

  it.each([[[]], [null], ['x'], [7]])('refuses %j', (sent) => {
    expect(() => readEvent(sent)).toThrow('An event must be an object');
  });

  it('takes a type in any case, and none as OTHER', () => {
    expect(readEvent({ ...RUN, eventType: 'complete' }).eventType).toBe('COMPLETE');
    expect(readEvent({ ...RUN, eventType: undefined }).eventType).toBe('OTHER');
    expect(readEvent({ ...RUN, inputs: null, outputs: null }).datasets).toEqual([]);
  });

  it('reads the facets that it knows', () => {
    const event = readEvent({
      ...RUN,
      run: {
        runId: 'r',
        facets: {
          nominalTime: { nominalStartTime: '2024-08-06T00:00:00Z', nominalEndTime: '2024-08-07T00:00:00Z' },
          parent: { run: { runId: 'p' }, job: { namespace: 'jobs', name: 'parent' } },
          spark: { plan: [] },
        },
      },
      job: { ...RUN.job, facets: { sql: { query: 'select 1' }, ownership: { owners: [] } } },
      outputs: [
        {
          ...NAME,
          facets: {
            schema: { fields: [] },
            lifecycleStateChange: { lifecycleStateChange: 'drop' },
            columnLineage: {
              fields: {
                a: {
                  transformationType: 'IDENTITY',
                  inputFields: [
                    { ...NAME, field: 'x', transformations: [] },
                    {
                      ...NAME,
                      field: 'y',
                      transformations: [
                        { type: 'INDIRECT', subtype: 'JOIN' },
                        { type: 'DIRECT', subtype: 'IDENTITY' },
                        { type: 'INDIRECT', subtype: 'JOIN' },
                      ],
                    },
                    { ...NAME },
                  ],
                },
              },
            },
          },
          outputFacets: {
            outputStatistics: {},
            dataQualityAssertions: {
              assertions: [{ assertion: 'unique', column: 'a', success: false }, { success: true }],
            },
          },
        },
      ],
    });
    expect(event).toMatchObject({
      nominal: Date.parse('2024-08-07T00:00:00Z'),
      parent: { namespace: 'jobs', name: 'parent' },
      sql: 'select 1',
      job: { storedFacets: { ownership: { owners: [] } } },
    });
    expect(event.datasets[0]).toMatchObject({
      written: true,
      lifecycle: 'DROP',
      assertions: [{ assertion: 'unique', column: 'a', success: false }],
      storedFacets: { schema: { fields: [] } },
      columns: [
        { from: NAME, fromColumn: 'x', toColumn: 'a', function: 'IDENTITY' },
        { from: NAME, fromColumn: 'y', toColumn: 'a', function: 'DIRECT/IDENTITY, INDIRECT/JOIN' },
      ],
    });
    expect(event.notes).toHaveLength(3);
    expect(event.notes[2]).toBe(
      'not used: job.facets.ownership, outputs.facets.schema, run.facets.parent.run, run.facets.spark',
    );
  });

  it('keeps the severity of an assertion, and notes one that it does not know', () => {
    const severities = ['error', 'WARN', null, 'fatal', 7];
    const assertions = severities.map((severity) => ({ assertion: 'unique', success: true, severity }));
    const facets = { dataQualityAssertions: { assertions } };
    const event = readEvent({ ...RUN, inputs: [{ ...NAME, inputFacets: facets }] });
    expect(event.datasets[0]!.assertions.map(({ severity }) => severity)).toEqual([
      ...['error', 'warn'],
      ...[undefined, undefined, undefined],
    ]);
    expect(event.notes).toEqual([
      'inputs[0]: dataQualityAssertions.assertions[3] has a severity that is none of error, warn',
      'inputs[0]: dataQualityAssertions.assertions[4] has a severity that is none of error, warn',
    ]);
  });

  it('skips facets of other shapes, with a note where a known one is malformed', () => {
    const facets = {
      schema: 'x',
      documentation: { _deleted: true },
      ownership: { text: 'x'.repeat(70_000) },
      columnLineage: { fields: [] },
      lifecycleStateChange: { lifecycleStateChange: 'MOVED' },
      dataQualityAssertions: { assertions: {} },
    };
    const event = readEvent({
      ...RUN,
      run: { runId: 'r', facets: { nominalTime: {} } },
      outputs: [{ ...NAME, facets }],
    });
    expect(event.datasets[0]).toMatchObject({ columns: [], assertions: [], storedFacets: {}, written: false });
    expect(event.nominal).toBeUndefined();
    expect(event.notes).toEqual([
      expect.stringContaining('MOVED'),
      expect.stringContaining('ownership'),
      expect.stringContaining('nominalTime'),
      'not used: outputs.facets.documentation, outputs.facets.ownership, outputs.facets.schema',
    ]);
  });

  it('counts pairs of columns and assertions before it reads them', () => {
    const facets = (pairs: number, assertions: number) => ({
      columnLineage: {
        fields: { c: { inputFields: Array.from({ length: pairs }, () => ({ ...NAME, field: 'x' })) } },
      },
      dataQualityAssertions: {
        assertions: Array.from({ length: assertions }, () => ({ assertion: 'unique', success: true })),
      },
    });
    const most = [{ ...NAME, facets: facets(50_000, 500) }];
    expect(readEvent({ ...RUN, inputs: most, outputs: most }).datasets[1]).toMatchObject({
      columns: { length: 50_000 },
    });
    const event = { ...RUN, inputs: [{ ...NAME, facets: facets(50_001, 1_001) }] };
    expect(faults(event)).toEqual(['inputs and outputs']);
    expect(faults({ ...RUN, outputs: [...most, { ...NAME, facets: facets(1, 0) }] })).toEqual(['outputs']);
    expect(faults({ ...RUN, outputs: [...most, { ...NAME, outputFacets: facets(0, 501) }] })).toEqual([
      'inputs and outputs',
    ]);
    expect(faults({ ...RUN, inputs: most, outputs: [...most, { ...NAME, outputFacets: facets(0, 1) }] })).toEqual([
      'inputs and outputs',
    ]);
    expect(faults({ eventTime: RUN.eventTime, dataset: { ...NAME, facets: facets(0, 1_001) } })).toEqual(['dataset']);
  });
});

describe('keys', () => {
  it('are those of run, type and time, whatever else an event says', () => {
    const [one, same] = [readEvent(RUN), readEvent({ ...RUN, job: { namespace: 'x', name: 'y' }, inputs: [NAME] })];
    expect(eventKey(same)).toBe(eventKey(one));
    expect(stampOf(same)).toBe(stampOf(one));
    const zone = readEvent({ ...RUN, eventTime: '2024-08-06T15:26:49.980+02:00' });
    expect(eventKey(zone)).toBe(eventKey(one));
    for (const other of [{ eventType: 'FAIL' }, { run: { runId: 'q' } }, { eventTime: '2024-08-06T13:26:49.9801Z' }])
      expect(eventKey(readEvent({ ...RUN, ...other }))).not.toBe(eventKey(one));
  });

  it('keep namespace and name apart', () => {
    expect(datasetKey({ namespace: 'a', name: 'b.c' })).not.toBe(datasetKey({ namespace: 'a.b', name: 'c' }));
    const dataset = readEvent({ eventTime: RUN.eventTime, dataset: NAME });
    expect(runKey(dataset)).toBeUndefined();
    expect(runKey(readEvent({ eventTime: RUN.eventTime, job: RUN.job }))).not.toBe(runKey(readEvent(RUN)));
  });
});
