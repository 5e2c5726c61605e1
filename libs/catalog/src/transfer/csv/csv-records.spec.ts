import fc from 'fast-check';
import { writeToString } from 'fast-csv';
import { checkCsv, endOfBlankLines } from './csv-check';
import { csvRecords, type CsvRecord } from './csv-records';

async function read(text: string): Promise<CsvRecord[]> {
  const bytes = Buffer.from(text);
  await checkCsv(bytes);
  const records: CsvRecord[] = [];
  for await (const record of csvRecords(bytes)) records.push(record);
  return records;
}

describe('the records of a CSV', () => {
  it('know the lines that they begin at', async () => {
    expect(await read('a,b\r\n\r\n"x\r\ny\nz","q""z"\n,\n last ,')).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 3, cells: ['x\r\ny\nz', 'q"z'] },
      { line: 6, cells: ['', ''] },
      { line: 7, cells: [' last ', ''] },
    ]);
  });

  it('are whole where a slice ends inside a character or a quoted cell', async () => {
    const cell = `${'€😀"\r\n,'.repeat(9_000)}.`;
    const text = await writeToString([[cell, 'b']], { headers: false });
    expect(await read(text)).toEqual([{ line: 1, cells: [cell, 'b'] }]);
  });

  it('of the longest cell of quotes are read within seconds', async () => {
    const [record] = await read(`"${'""'.repeat(4_000_000)}",b`);
    expect(record?.cells.map((cell) => cell.length)).toEqual([4_000_000, 1]);
  });

  it('of a file of empty lines are found in steps of many lines', async () => {
    const empty = `${'\n'.repeat(30_000_000)}${'\r\n'.repeat(100_000)}`;
    const text = `${empty}a,b\n\n`;
    expect(endOfBlankLines(Buffer.from(text), 0)).toBeGreaterThan(50_000);
    expect(await read(text)).toEqual([{ line: 30_100_001, cells: ['a', 'b'] }]);
  });

  it('are those that were written', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r\n', "'", ' ', '=', ';', 'ü') });
    // The parser takes a bare cell of blanks alone for an empty one.
    const blankless = cell.map((text) => (text.trim() === '' ? '' : text));
    const table = fc.array(fc.tuple(blankless, blankless), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        const text = await writeToString(rows, { headers: false, rowDelimiter: '\r\n', includeEndRowDelimiter: true });
        expect((await read(text)).map(({ cells }) => cells)).toEqual(rows);
      }),
    );
  });

  it('have at most 1,000 cells', async () => {
    const [record] = await read(`${','.repeat(999)}\n`);
    expect(record?.cells).toHaveLength(1_000);
  });

  it.each([
    ['a,b\n"open,\nend', 'line 2', 'not closed'],
    ['a\nx"y', 'line 2', 'a quote inside a cell that is not quoted'],
    ['a\n\n"x"y', 'line 3', 'text behind a closing quote'],
    ['a\rb', 'line 1', 'a CR without LF'],
    ['a\nb\0', 'line 2', 'a NUL'],
    [`a\n"${'x'.repeat(9_000_000)}"`, 'line 2', 'not closed within'],
    [`a\n${'x'.repeat(9_000_000)}`, 'line 2', 'is longer than'],
    [`a\n${','.repeat(1_000)}\nb`, 'line 2', 'has more than 1000 cells'],
  ])('are refused where the file is none (case %#)', async (text, line, fault) => {
    await expect(read(text)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringMatching(new RegExp(`${line} .*${fault}`)) as string,
    });
  });

  it('are refused where the bytes are no UTF-8', async () => {
    await expect(checkCsv(Buffer.from([0x61, 0xff]))).rejects.toThrow('not valid UTF-8');
  });

  it('are looked at in slices: others have their turn', async () => {
    let turns = 0;
    const count = (): void => void (turns++, isOpen && setImmediate(count));
    let isOpen = true;
    setImmediate(count);
    await checkCsv(Buffer.from(`${','.repeat(23)}\r\n`.repeat(1_000_000)));
    isOpen = false;
    expect(turns).toBeGreaterThan(3);
  });
});
