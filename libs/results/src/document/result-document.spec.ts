import { AppError } from '@app/common';
import { readResultDocument } from './result-document';

const T = 1_700_000_000_000;
const MINIMAL = { timestamp: T, contractExecutionStatus: 'Success' };

function faults(body: unknown): readonly { field: string; message: string }[] {
  try {
    readResultDocument(body);
  } catch (error) {
    expect(error).toBeInstanceOf(AppError);
    expect((error as AppError).code).toBe('BAD_REQUEST');
    return (error as AppError).details ?? [];
  }
  throw new Error('was taken');
}

describe('a pushed result', () => {
  it('needs no more than a timestamp and a status', () => {
    expect(readResultDocument(MINIMAL)).toEqual({
      timestamp: T,
      status: 'Success',
      body: {},
      details: { trigger: 'api' },
    });
  });

  it('takes null for what is absent', () => {
    const body = { ...MINIMAL, id: null, result: null, schemaValidation: null, slaValidation: { latencyMet: null } };
    expect(readResultDocument(body)).toEqual({ ...readResultDocument(MINIMAL), body: { slaValidation: {} } });
  });

  it('spells its id as the database does', () => {
    const id = 'ABCDEF00-1111-2222-3333-444455556666';
    expect(readResultDocument({ ...MINIMAL, id }).id).toBe(id.toLowerCase());
  });

  it.each([
    ['no object', []],
    ['a text', 'x'],
    ['nothing', undefined],
    ['null', null],
  ])('is not %s', (_, body) => {
    expect(() => readResultDocument(body)).toThrow('must be a JSON object');
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
    ['a number for a text', object('result', 5), 'result', 'a string'],
    ['negative time', object('executionTime', -1), 'executionTime', '0 or more'],
    ['unsafe time', object('executionTime', 2 ** 53), 'executionTime', '0 or more'],
    ['an unknown member', object('schemaValidaton', {}), 'schemaValidaton', 'is unknown'],
    ['an unknown inner member', object('slaValidation', { met: true }), 'slaValidation.met', 'is unknown'],
    ['a list for an object', object('slaValidation', []), 'slaValidation', 'an object'],
    ['a text for a flag', object('slaValidation', { latencyMet: 'yes' }), 'slaValidation.latencyMet', 'true or false'],
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
      'schemaValidation.failedFields',
      'strings',
    ],
    [
      'a rule without a name',
      object('semanticsValidation', { failedRules: [{ reason: 'x' }] }),
      'semanticsValidation.failedRules',
      'ruleName',
    ],
    [
      'a rule with more',
      object('semanticsValidation', { failedRules: [{ ruleName: 'x', y: 1 }] }),
      'semanticsValidation.failedRules',
      'ruleName',
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
    expect(fields).toEqual(['timestamp', 'contractExecutionStatus', 'schemaValidation.passed', 'x']);
  });

  it.each(['__proto__', 'constructor', 'toString'])('knows no inherited member %s', (name) => {
    const body = JSON.parse(`{"timestamp": ${T}, "contractExecutionStatus": "Failed", "${name}": 1}`) as object;
    expect(faults(body)).toEqual([{ field: name, message: expect.stringContaining('is unknown') }]);
  });
});
