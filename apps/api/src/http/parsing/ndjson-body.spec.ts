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

  it.each<[string, number, number, (line: number, at: number) => string]>([
    ['long lines of the same names', 40_000, 18, (_, at) => `m${at}`],
    ['short lines of the same names', 5_000, 340, (_, at) => `m${at}`],
    ['short lines of names of their own', 500, 1_000, (line, at) => `m${line}_${at}`],
  ])('refuses %s once all of them hold more than one body may', async (_, members, count, name) => {
    const line = (number: number) =>
      `{${Array.from({ length: members }, (_, at) => `"${name(number, at)}":1`).join()}}`;
    const lines = await parse(Array.from({ length: count }, (_, at) => line(at)).join('\n'));
    const taken = lines.findIndex((one) => 'fault' in one);
    expect([lines.length, taken > 5 && taken < 0.8 * count]).toEqual([count, true]);
    expect(lines.slice(taken).every((one) => 'fault' in one && one.fault.message.includes('too many values'))).toBe(
      true,
    );
  });

  it('skips millions of empty lines', async () => {
    const text = `${'\n'.repeat(5_000_000)} {"a":1}\n${' \r\n'.repeat(1_000_000)}2`;
    // The least of some: others on the machine only ever add to it.
    const leastCpu = async (work: () => unknown): Promise<number> => {
      const each: number[] = [];
      for (let time = 0; time < 3; time++) {
        const before = process.cpuUsage();
        await work();
        each.push(process.cpuUsage(before).user);
      }
      return Math.min(...each);
    };
    const bytes = Buffer.from(text);
    const ofCounting = await leastCpu(() =>
      expect(bytes.reduce((lines, byte) => lines + Number(byte === 10), 0)).toBe(6_000_001),
    );
    const ofParsing = await leastCpu(async () =>
      expect(await parse(text)).toEqual([{ value: { a: 1 } }, { value: 2 }]),
    );
    expect(ofParsing).toBeLessThan(10 * ofCounting);
  });

  it('refuses lines without end', async () => {
    await expect(parse('1\n'.repeat(10_001))).rejects.toThrow('more than 10000 lines');
    expect(await parse('1\n'.repeat(10_000))).toHaveLength(10_000);
  });
});
