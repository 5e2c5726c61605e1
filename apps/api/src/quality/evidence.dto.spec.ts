import { checkerOf } from '../http/input';
import { CreateTableProfile, Observation, PipelineStatus, TestCaseResult } from './evidence.dto';
import { TableSampleData } from './samples/sample-data.dto';

const AT = 1_700_000_000_000;
const END = AT + 60_000;
const refresh = { timestamp: AT, kind: 'refresh' };
const result = { timestamp: AT, testCaseStatus: 'Success' };
const tableProfile = { timestamp: AT };
const column = { name: 'a', timestamp: AT };

const read = {
  observation: (body: unknown) => checkerOf(Observation).body(body),
  'test result': (body: unknown) => checkerOf(TestCaseResult).body(body),
  'pipeline status': (body: unknown) => checkerOf(PipelineStatus).body(body),
  'table profile': (body: unknown) => checkerOf(CreateTableProfile).body(body),
  'sample data': (body: unknown) => checkerOf(TableSampleData).body(body),
};

describe.each<[keyof typeof read, object[]]>([
  ['observation', [refresh, { ...refresh, kind: 'arrival', dataTimestamp: AT, source: '' }]],
  [
    'test result',
    [
      { ...result, testResultValue: [{ name: 'a', value: '2', predictedValue: '0' }], passedRowsPercentage: 80 },
      { ...result, id: 'x', testCaseFQN: 'a.b', testCase: { any: null }, dimensionResults: [{ a: null }] },
    ],
  ],
  [
    'pipeline status',
    [
      { pipelineState: 'success', timestamp: AT, endDate: END },
      { executionStatus: 'Successful', startDate: AT, status: [{ any: null }], metadata: { any: null } },
    ],
  ],
  [
    'table profile',
    [
      { tableProfile: { ...tableProfile, rowCount: 0.5, customMetrics: [{ name: 'a', value: -1 }] } },
      { tableProfile, columnProfile: [{ ...column, max: 'z', mean: 1, histogram: { any: null } }] },
    ],
  ],
  [
    'sample data',
    [
      {
        columns: ['a', 'b'],
        rows: [
          [1, null],
          [{}, 'x'],
        ],
      },
    ],
  ],
])('a body of the kind %s', (kind, bodies) => {
  it.each(bodies)('is taken as it came: %j', (body) => expect(read[kind](body)).toEqual(body));
});

describe.each<[keyof typeof read, [object, string][]]>([
  [
    'observation',
    [
      [{ timestamp: AT, kind: 'seen' }, 'kind: must be one of refresh, arrival, availability'],
      [{ timestamp: AT, kind: 'availability' }, 'available: is required for the kind availability'],
      [{ ...refresh, available: true }, 'available: is for the kind availability, not refresh'],
      [{ ...refresh, dataTimestamp: AT }, 'dataTimestamp: is for the kind arrival, not refresh'],
      [{ timestamp: AT, kind: 'arrival', dataTimestamp: 5 }, 'dataTimestamp: looks like seconds'],
      [{ ...refresh, source: 'catalog:tableProfile/1' }, 'source: must not begin with catalog:'],
      [{ ...refresh, source: 'x'.repeat(257) }, 'source: must be a text of 0 to 256 characters'],
    ],
  ],
  [
    'test result',
    [
      [{ timestamp: AT }, 'testCaseStatus: is required'],
      [{ ...result, testCaseStatus: 'success' }, 'must be one of Success, Failed, Aborted, Queued'],
      [{ testCaseStatus: 'Success' }, 'timestamp: is required'],
      [{ ...result, timestamp: 1 }, 'timestamp: looks like seconds'],
      [{ ...result, status: 'x' }, 'status: is not a known property'],
      [{ ...result, incidentId: 'x' }, 'incidentId: must be a UUID'],
      [{ ...result, passedRowsPercentage: 101 }, 'must be a number from 0 to 100'],
      [{ ...result, testResultValue: [{}, { more: 1 }] }, 'testResultValue[1].more: is not a known property'],
      [{ ...result, result: 'x'.repeat(65_536) }, 'must have at most 65536 bytes as JSON'],
    ],
  ],
  [
    'pipeline status',
    [
      [{ timestamp: AT }, 'pipelineState: is required, or executionStatus'],
      [{ timestamp: AT, pipelineState: 'success', executionStatus: 'Failed' }, 'pipelineState: is required, or'],
      [{ pipelineState: 'success' }, 'timestamp: is required, or endDate or startDate'],
      [{ timestamp: AT, pipelineState: 'Successful' }, 'must be one of queued, success'],
      [{ pipelineState: 'success', startDate: END, endDate: AT }, `endDate: is ${AT}, which is before startDate`],
      [{ timestamp: AT, pipelineState: 'success', state: 1 }, 'state: is not a known property'],
    ],
  ],
  [
    'table profile',
    [
      [{}, 'tableProfile: is required'],
      [{ tableProfile, columnProfile: [column, column] }, 'columnProfile[1].name: "a" has a profile already'],
      [{ tableProfile, columnProfile: [{ ...column, mean: 'x' }] }, 'columnProfile[0].mean: must be a number'],
      [{ tableProfile, columnProfile: [{ ...column, nope: 1 }] }, 'columnProfile[0].nope: is not a known property'],
      [{ tableProfile, systemProfile: [{ timestamp: AT, operation: 'X' }] }, 'systemProfile[0].operation: must be'],
      [{ tableProfile: { ...tableProfile, createDateTime: 'x'.repeat(65_536) } }, 'tableProfile: must have at most'],
    ],
  ],
  [
    'sample data',
    [
      [{ columns: ['a', 'b'], rows: [[1]] }, 'rows[0]: has 1 values for 2 columns'],
      [{ columns: ['a'] }, 'rows: is required'],
      [{ columns: 'a', rows: [[1]] }, 'columns: must be an array'],
    ],
  ],
])('a body of the kind %s', (kind, cases) => {
  it.each(cases)('is refused (%#)', (body, message) => expect(() => read[kind](body)).toThrow(message));
});
