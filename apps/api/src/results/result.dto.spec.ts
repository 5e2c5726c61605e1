import { AppError } from '@app/common';
import { checkerOf } from '../http/input';
import { NdjsonBody } from '../http/parsing';
import { PushedResult, PushedResultRow, PushedResults } from './result.dto';

const T = 1_700_000_000_000;
const MINIMAL = { timestamp: T, contractExecutionStatus: 'Success' };
const read = (body: unknown) => checkerOf(PushedResult).body(body);

function faults(body: unknown): readonly { field: string; message: string }[] {
  try {
    read(body);
  } catch (error) {
    expect(error).toMatchObject({ code: 'BAD_REQUEST' });
    return (error as AppError).details ?? [];
  }
  throw new Error('was taken');
}

describe('a pushed result', () => {
  it('takes null for what is absent, and spells its id as the database does', () => {
    const id = 'ABCDEF00-1111-2222-3333-444455556666';
    const body = { ...MINIMAL, id, result: null, schemaValidation: null, slaValidation: { latencyMet: null } };
    expect(read(body)).toEqual({ ...MINIMAL, id: id.toLowerCase(), slaValidation: {} });
  });

  it('takes the bare names of failed rules', () => {
    const failedRules = ['one', { ruleName: 'two', reason: 'x' }];
    expect(read({ ...MINIMAL, semanticsValidation: { failedRules } })).toEqual({
      ...MINIMAL,
      semanticsValidation: { failedRules: [{ ruleName: 'one' }, failedRules[1]] },
    });
  });

  const object = (name: string, value: unknown) => ({ ...MINIMAL, [name]: value });
  it.each([
    ['no timestamp', { contractExecutionStatus: 'Failed' }, 'timestamp', 'is required'],
    ['seconds', { ...MINIMAL, timestamp: 1_700_000_000 }, 'timestamp', 'looks like seconds'],
    ['the last second', { ...MINIMAL, timestamp: 1e11 - 1 }, 'timestamp', 'looks like seconds'],
    ['beyond time', { ...MINIMAL, timestamp: 8.64e15 + 1 }, 'timestamp', 'at most 8.64e15'],
    ['before time', { ...MINIMAL, timestamp: -1 }, 'timestamp', 'negative'],
    ['half a millisecond', { ...MINIMAL, timestamp: T + 0.5 }, 'timestamp', 'integer'],
    ['a text for a time', { ...MINIMAL, timestamp: String(T) }, 'timestamp', 'integer'],
    ['no status', { timestamp: T }, 'contractExecutionStatus', 'is required'],
    ['another status', { ...MINIMAL, contractExecutionStatus: 'success' }, 'contractExecutionStatus', 'one of Running'],
    ['no UUID', object('id', 'x'), 'id', 'UUID'],
    ['a number for a text', object('result', 5), 'result', 'a text'],
    ['negative time', object('executionTime', -1), 'executionTime', '0 or more'],
    ['unsafe time', object('executionTime', 2 ** 53), 'executionTime', '0 or more'],
    ['an unknown member', object('schemaValidaton', {}), 'schemaValidaton', 'is not a known property'],
    ['an unknown inner member', object('slaValidation', { met: true }), 'slaValidation.met', 'is not a known property'],
    ['a list for an object', object('slaValidation', []), 'slaValidation', 'an object'],
    ['a text for a flag', object('slaValidation', { latencyMet: 'yes' }), 'slaValidation.latencyMet', 'true, false'],
    ['a negative count', object('schemaValidation', { failed: -1 }), 'schemaValidation.failed', '0 or more'],
    [
      'counts that do not add up',
      object('schemaValidation', { passed: 1, failed: 1, total: 3 }),
      'schemaValidation.total',
      'add up to 2',
    ],
    [
      'a part above the whole',
      object('semanticsValidation', { failed: 4, total: 3 }),
      'semanticsValidation.total',
      'less',
    ],
    [
      'a field that is no text',
      object('schemaValidation', { failedFields: [1] }),
      'schemaValidation.failedFields[0]',
      'a string',
    ],
    [
      'a rule without a name',
      object('semanticsValidation', { failedRules: [{ reason: 'x' }] }),
      'semanticsValidation.failedRules[0].ruleName',
      'is required',
    ],
    [
      'a rule with more',
      object('semanticsValidation', { failedRules: [{ ruleName: 'x', y: 1 }] }),
      'semanticsValidation.failedRules[0].y',
      'ruleName, reason',
    ],
    [
      'a score above 100',
      object('qualityValidation', { qualityScore: 101 }),
      'qualityValidation.qualityScore',
      '0 to 100',
    ],
  ])('names %s', (_, body, field, message) => {
    expect(faults(body)).toEqual([{ field, message: expect.stringContaining(message) }]);
  });

  it('names everything that is wrong at once', () => {
    const fields = faults({ timestamp: 1, schemaValidation: { passed: -1 }, x: 1 }).map(({ field }) => field);
    expect(fields).toEqual(['x', 'timestamp', 'contractExecutionStatus', 'schemaValidation.passed']);
  });

  it.each(['__proto__', 'constructor', 'toString'])('knows no inherited member %s', (name) => {
    const body = JSON.parse(`{"timestamp": ${T}, "contractExecutionStatus": "Failed", "${name}": 1}`) as object;
    expect(faults(body)).toEqual([{ field: name, message: expect.stringContaining('is not a known property') }]);
  });
});

describe('results in bulk', () => {
  const rows = [{ a: 1 }, 2];
  const fault = new AppError('BAD_REQUEST', 'no JSON');

  it.each([
    [{ results: rows }, rows],
    [rows, rows],
    [new NdjsonBody([{ value: 1 }, { fault }]), [1, fault]],
  ])('come as an object, a list or lines (%#)', (body, results) => {
    expect(checkerOf(PushedResults).body(body)).toEqual({ results });
  });

  it.each([
    [{ rows }, 'rows: is not a known property here'],
    [{ results: 'x' }, 'results: must be an array'],
    [[], 'results: must NOT have fewer than 1 items'],
    [Array.from({ length: 1_001 }, () => 1), 'results: has 1001 items; at most 1000 are allowed'],
  ])('are refused as a whole (%#)', (body, message) => {
    expect(() => checkerOf(PushedResults).body(body)).toThrow(message);
  });

  it.each([
    [{}, 'contractId: send exactly one of contractId and contractFQN'],
    [{ contractId: '0b0e8d7a-8f2c-4c0f-9a52-1c9f0f4bfb11', contractFQN: 'a' }, 'send exactly one'],
    [{ contractId: 'x' }, 'contractId: must be a UUID'],
    [{ contractFQN: '' }, 'contractFQN: must be a text'],
    [{ contractFQN: 'a', schemaValidation: { passed: 1, failed: 1, total: 3 } }, 'schemaValidation.total: is 3'],
  ])('name their contract one by one: %j', (named, message) => {
    expect(() => checkerOf(PushedResultRow).body({ ...MINIMAL, ...named })).toThrow(message);
  });
});
