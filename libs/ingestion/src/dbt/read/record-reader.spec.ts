import { Readable } from 'node:stream';
import * as fc from 'fast-check';
import { readRecords } from './record-reader';
import type { Section } from './record-reader';

/** Chunks of a text at the given places, also in the middle of a character. */
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
  it('refuses the 100,001st level of what is not wanted as well', async () => {
    await expect(records('['.repeat(100_001), { nodes: 'each' }, 4_096)).rejects.toThrow(
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

  it.each([
    ['', 'file'],
    ['{"nodes":', 'file is not valid JSON'],
    ['{"nodes":{"a":}}', 'file is not valid JSON'],
    ['[1]', 'file must be a JSON object'],
    ['"x"', 'file must be a JSON object'],
    ['{"nodes":{"a":"\\u0000"}}', 'nodes.a'],
    ['{"nodes":{"a":"\\ud800"}}', 'nodes.a'],
    [`{"nodes":{"a":${'['.repeat(100)}${']'.repeat(100)}}}`, 'nested deeper'],
  ])('refuses %j', async (text, message) => {
    await expect(records(text, { nodes: 'each' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining(message),
    });
  });

  it('passes over depths that it does not build', async () => {
    const text = `{"deep":${'['.repeat(50_000)}${']'.repeat(50_000)},"nodes":{"a":1}}`;
    expect(await records(text, { nodes: 'each' }, 4_096)).toEqual([['nodes', 'a', 1]]);
  });
});
