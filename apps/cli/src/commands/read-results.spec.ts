import { readResults } from './read-results';

const read = (text: string): ReturnType<typeof readResults> => readResults(Buffer.from(text));
const A = '{"timestamp":1763612345678,"contractExecutionStatus":"Success"}';
const VALUE = { timestamp: 1763612345678, contractExecutionStatus: 'Success' };

describe('a file of results', () => {
  it.each<[string, string, readonly number[]]>([
    ['one', A, [1]],
    ['one over several lines', JSON.stringify(VALUE, undefined, 2), [1]],
    ['a list', `[${A},\n${A}]`, [1, 1]],
    ['the body of the service', `{"results":[${A}]}`, [1]],
    ['one a line', `${A}\n\n${A}\r\n`, [1, 3]],
  ])('may be %s', (_, text, lines) => {
    expect(read(text)).toEqual({ results: lines.map((line) => ({ value: VALUE, line })), faults: [] });
  });

  it.each<[string, number, string]>([
    ['', 1, ''],
    ['[]', 1, 'holds no results'],
    ['{"timestamp": 1', 1, 'not valid JSON'],
    [`${A}\n{"timestamp": }\n${A}`, 2, 'not valid JSON'],
    [`${A}\n5`, 2, 'must be an object'],
    ['[null]', 1, 'must be an object'],
    [`{"timestamp":1,"timestamp":2}`, 1, 'must stand once'],
  ])('%j is refused with its line', (text, line, message) => {
    expect(read(text).faults[0]).toEqual({ line, message: expect.stringContaining(message) as string });
  });
});
