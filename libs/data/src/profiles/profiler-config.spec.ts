import { readProfilerConfig } from './profiler-config';

const NONE = { exclude: new Set(), measuresTable: true, measuresColumns: true };

describe('the configuration of a profile', () => {
  it.each([
    [undefined, NONE],
    [null, NONE],
    [{}, NONE],
    [{ profileSample: null, includeColumns: [], excludeColumns: null, profileQuery: 'select 1' }, NONE],
    [{ profileSample: 10 }, { ...NONE, sample: { type: 'PERCENTAGE', size: 10 } }],
    [
      { profileSample: 0.5, profileSampleType: 'PERCENTAGE' },
      { ...NONE, sample: { type: 'PERCENTAGE', size: 0.5 } },
    ],
    [
      { profileSample: 1_000, profileSampleType: 'ROWS' },
      { ...NONE, sample: { type: 'ROWS', size: 1_000 } },
    ],
    [
      { profileSample: 5, samplingMethodType: 'SYSTEM' },
      { ...NONE, sample: { type: 'PERCENTAGE', size: 5, byBlocks: true } },
    ],
    [
      { profileSample: 5, samplingMethodType: 'BERNOULLI' },
      { ...NONE, sample: { type: 'PERCENTAGE', size: 5 } },
    ],
    [{ samplingMethodType: 'SYSTEM' }, NONE],
    [
      { computeTableMetrics: false, computeColumnMetrics: false },
      { ...NONE, measuresTable: false, measuresColumns: false },
    ],
    [{ excludeColumns: ['a', 'b'] }, { ...NONE, exclude: new Set(['a', 'b']) }],
    [
      { includeColumns: ['a', { columnName: 'b' }, { columnName: 'c', metrics: ['all'] }] },
      {
        ...NONE,
        include: new Map([
          ['a', undefined],
          ['b', undefined],
          ['c', undefined],
        ]),
      },
    ],
    [
      { includeColumns: [{ columnName: 'a', metrics: ['min', 'histogram'] }] },
      { ...NONE, include: new Map([['a', new Set(['min'])]]) },
    ],
  ])('%j is understood', (config, read) => {
    expect(readProfilerConfig(config)).toEqual(read);
  });

  it.each([
    [[], 'tableProfilerConfig of the table must be an object'],
    ['x', 'an object'],
    [{ profileSample: 0 }, 'tableProfilerConfig.profileSample of the table must be a percentage over 0, up to 100'],
    [{ profileSample: 100.1 }, 'up to 100'],
    [{ profileSample: '10' }, 'up to 100'],
    [{ profileSample: 0.5, profileSampleType: 'ROWS' }, 'a number of rows, from 1'],
    [{ profileSample: 5, profileSampleType: 'BLOCKS' }, 'profileSampleType of the table must be PERCENTAGE or ROWS'],
    [{ samplingMethodType: 'RESERVOIR' }, 'samplingMethodType of the table must be BERNOULLI or SYSTEM'],
    [{ includeColumns: 'a' }, 'includeColumns of the table must be a list'],
    [{ includeColumns: [null] }, 'includeColumns[0].columnName'],
    [{ includeColumns: ['a', { metrics: [] }] }, 'includeColumns[1].columnName'],
    [
      { includeColumns: [{ columnName: 'a', metrics: 'min' }] },
      'includeColumns[0].metrics of the table must be a list',
    ],
    [{ excludeColumns: [1] }, 'excludeColumns[0]'],
    [{ computeColumnMetrics: 'no' }, 'computeColumnMetrics of the table must be true or false'],
  ])('%j is refused by its member', (config, message) => {
    expect(() => readProfilerConfig(config)).toThrow(
      expect.objectContaining({ reason: 'badParameter', message: expect.stringContaining(message) }) as Error,
    );
  });
});
