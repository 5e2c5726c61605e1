import { Readable } from 'node:stream';
import * as fc from 'fast-check';
import { readRecords, type Section } from './record-reader';

/** Chunks of a text at the given offsets, also in the middle of a character. */
function inChunks(text: string, size: number): Readable {
  const bytes = Buffer.from(text);
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
  return Readable.from(chunks, { objectMode: false });
}

async function records(text: string, sections: Record<string, Section>, size = 7): Promise<unknown[]> {
  const found: unknown[] = [];
  await readRecords(inChunks(text, size), 'file', sections, (...record) => found.push(record));
  return found;
}

describe('readRecords', () => {
  it('refuses the 100,001st level of a skipped section as well', async () => {
    await expect(records(`{"deep":${'['.repeat(100_001)}`, { nodes: 'each' }, 4_096)).rejects.toThrow(
      'file is nested deeper than 100000 levels',
    );
  });

  it('hands on members, items and wholes, and builds nothing else', async () => {
    const text = JSON.stringify({
      metadata: { a: [1] },
      skipped: { x: { nodes: { no: 1 } } },
      nodes: { one: { v: 1 }, two: 2, three: null, four: [true, false], five: 'ü' },
      results: [{ a: 1 }, 'x', [[]]],
      scalar: 3,
    });
    const wanted = { nodes: 'each', results: 'each', metadata: 'whole', scalar: 'whole' } as const;
    expect(await records(text, wanted)).toEqual([
      ['metadata', '', { a: [1] }],
      ['nodes', 'one', { v: 1 }],
      ['nodes', 'two', 2],
      ['nodes', 'three', null],
      ['nodes', 'four', [true, false]],
      ['nodes', 'five', 'ü'],
      ['results', '0', { a: 1 }],
      ['results', '1', 'x'],
      ['results', '2', [[]]],
      ['scalar', '', 3],
    ]);
  });

  it('reads what JSON.parse reads, wherever the chunks part', async () => {
    const document = fc.record({
      other: fc.jsonValue(),
      nodes: fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue(), { maxKeys: 5 }),
    });
    await fc.assert(
      fc.asyncProperty(document, fc.integer({ min: 1, max: 50 }), async (sent, size) => {
        const text = JSON.stringify(sent);
        const { nodes } = JSON.parse(text) as { nodes: Record<string, unknown> };
        fc.pre(!/\\u0000|\\ud[89a-f]|__proto__/i.test(text));
        const found = await records(text, { nodes: 'each' }, size);
        expect(found).toEqual(Object.entries(nodes).map(([key, value]) => ['nodes', key, value]));
      }),
      { numRuns: 100 },
    );
  });

  it('refuses the 100,001st member of the document, and skips as many elsewhere', async () => {
    const members = (count: number) => Array.from({ length: count }, (_, at) => `"m${at}":null`).join(',');
    expect(await records(`{"other":{${members(150_000)}},"nodes":{"a":1}}`, { nodes: 'each' }, 65_536)).toHaveLength(1);
    await expect(records(`{${members(100_001)}}`, { nodes: 'each' }, 65_536)).rejects.toThrow(
      'file: it has more than 100000 members',
    );
  });

  it('reads a record that lies in many chunks, and refuses one of more than 4 MiB', async () => {
    const text = (length: number) => `{"nodes":{"a":"${'a'.repeat(length)}"}}`;
    expect(await records(text(3_000_000), { nodes: 'each' }, 65_536)).toHaveLength(1);
    await expect(records(text(9_000_000), { nodes: 'each' }, 65_536)).rejects.toThrow(
      'file has a record of more than 4194304 bytes',
    );
  });

  it.each([
    ['', 'file'],
    ['{"nodes":', 'file is not valid JSON'],
    ['{"nodes":{"a":}}', 'file is not valid JSON'],
    ['[1]', 'file must be a JSON object'],
    ['"x"', 'file must be a JSON object'],
    ['{"a":1,}', 'file is not valid JSON'],
    ['{"a":1}}', 'file is not valid JSON'],
    ['{"a":[1}}', 'file is not valid JSON'],
    ['{"a":[,1]}', 'file is not valid JSON'],
    ['{"a" 1}', 'file is not valid JSON'],
    ['{a:1}', 'file is not valid JSON'],
    ['{"a":01}', 'file is not valid JSON'],
    ['{"a":nul}', 'file is not valid JSON'],
    ['{"a":1} 2', 'file is not valid JSON'],
    ['{"nodes":{"a":"\n"}}', 'file: a record of nodes: The body is not valid JSON'],
    ['{"nodes":{"a":1},"nodes":{}}', 'file: the key "nodes" is given twice'],
    ['{"other":1,"other":2}', 'file: the key "other" is given twice'],
    ['{"nodes":{"a":1,"b":2,"a":3}}', 'file: the key "a" of nodes is given twice'],
    ['{"nodes":{"a":{"b":[{"c":1,"c":2}]}}}', 'file: nodes.a.b[0].c: is given twice'],
    ['{"nodes":{"a":"\\u0000"}}', 'nodes.a'],
    ['{"nodes":{"a":"\\ud800"}}', 'nodes.a'],
    [`{"nodes":{"a":${'['.repeat(100)}${']'.repeat(100)}}}`, 'nested deeper'],
  ])('refuses %j', async (text, message) => {
    await expect(records(text, { nodes: 'each' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining(message),
    });
  });

  it('skips depths that it does not build', async () => {
    const text = `{"deep":${'['.repeat(50_000)}${']'.repeat(50_000)},"nodes":{"a":1}}`;
    expect(await records(text, { nodes: 'each' }, 4_096)).toEqual([['nodes', 'a', 1]]);
  });
});
