import { readPipelineStatus } from './pipeline-status.schema';

const START = 1_700_000_000_000;
const END = START + 60_000;

describe('readPipelineStatus', () => {
  it.each([
    [{ pipelineState: 'success', timestamp: START, endDate: END }, START, END],
    [{ executionStatus: 'Successful', timestamp: START }, START, START],
    [{ pipelineState: 'success', startDate: START, endDate: END }, END, END],
    [{ pipelineState: 'running', startDate: START }, START, undefined],
    [{ pipelineState: 'partialSuccess', timestamp: START, endDate: END }, START, undefined],
    [{ executionStatus: 'Failed', timestamp: START, endDate: END }, START, undefined],
  ])('takes %j', (sent, timestamp, succeededAt) => {
    const { timestamp: _, ...body } = sent as { timestamp?: number };
    expect(readPipelineStatus(sent)).toEqual({ timestamp, body, ...(succeededAt !== undefined && { succeededAt }) });
  });

  it.each([
    [{ timestamp: START }, 'pipelineState: is required, or executionStatus'],
    [
      { timestamp: START, pipelineState: 'success', executionStatus: 'Failed' },
      'pipelineState: is required, or executionStatus',
    ],
    [{ pipelineState: 'success' }, 'timestamp: is required, or endDate or startDate'],
    [{ timestamp: START, pipelineState: 'Successful' }, 'must be one of queued, success'],
    [
      { pipelineState: 'success', startDate: END, endDate: START },
      `endDate: is ${START}, which is before startDate (${END})`,
    ],
    [{ timestamp: START, pipelineState: 'success', state: 1 }, 'state: is unknown'],
  ])('refuses %j: %s', (sent, expected) => {
    expect(() => readPipelineStatus(sent)).toThrow(expected);
  });
});
