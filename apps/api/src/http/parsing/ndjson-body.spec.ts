import { parseNdjson } from './ndjson-body';

const parse = async (text: string) => (await parseNdjson(Buffer.from(text))).lines;

describe('parseNdjson', () => {
  it('reads a document a line, whatever ends the lines', async () => {
    expect(await parse('{"a":1}\n[2]\r\n\n  \n"x"')).toEqual([{ value: { a: 1 } }, { value: [2] }, { value: 'x' }]);
  });

  it('tells what is wrong with a line and reads the others', async () => {
    const lines = await parse('{"a":1}\n{"a":1,"a":2}\n{\n{"b":"\\u0000"}\n{"c":3}\n');
    expect(lines).toEqual([
      { value: { a: 1 } },
      { fault: expect.objectContaining({ code: 'BAD_REQUEST' }) },
      { fault: expect.objectContaining({ code: 'BAD_REQUEST' }) },
      { fault: expect.objectContaining({ code: 'BAD_REQUEST' }) },
      { value: { c: 3 } },
    ]);
  });

  it('refuses long lines once all of them hold more values than one body may', async () => {
    const members = Array.from({ length: 60_000 }, (_, at) => `"m${at}":1`);
    const lines = await parse(`{${members.join(',')}}\n`.repeat(85));
    const taken = lines.filter((line) => 'value' in line).length;
    expect([taken, lines.length]).toEqual([83, 85]);
    expect(lines.at(-1)).toEqual({ fault: expect.objectContaining({ code: 'BAD_REQUEST' }) });
  });

  it('refuses lines without end', async () => {
    await expect(parse('1\n'.repeat(10_001))).rejects.toThrow('more than 10000 lines');
    expect(await parse('1\n'.repeat(10_000))).toHaveLength(10_000);
  });
});
