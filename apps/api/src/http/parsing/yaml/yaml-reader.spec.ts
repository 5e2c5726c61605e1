import { performance } from 'node:perf_hooks';
import { YamlReader } from './yaml-reader';

const reader = new YamlReader();
afterAll(() => reader.stop());

const read = (text: string): Promise<unknown> => reader.read(Buffer.from(text));
const MEGABYTE = 1_000_000;
const filled = (piece: string, bytes = MEGABYTE): string => piece.repeat(Math.floor(bytes / piece.length));

describe('YamlReader', () => {
  it('reads a document of 10,000 columns beside the event loop', async () => {
    const column = (i: number): string => `  - name: column_${i}\n    dataType: VARCHAR\n`;
    const text = `name: c\nschema:\n${Array.from({ length: 10_000 }, (_, i) => column(i)).join('')}`;
    const before = performance.eventLoopUtilization();
    const value = (await read(text)) as { schema: unknown[] };
    const { active, idle } = performance.eventLoopUtilization(before);
    expect(value.schema).toHaveLength(10_000);
    expect(value.schema[9_999]).toEqual({ name: 'column_9999', dataType: 'VARCHAR' });
    expect(active).toBeLessThan(idle);
  });

  it.each<[string, string]>([
    ['brackets', `[${filled('[],')}]`],
    ['commas', `[${filled(',')}]`],
    ['items', filled('- a\n')],
    ['keys', Array.from({ length: 105_000 }, (_, i) => `k${i}: `).join('\n')],
    ['aliases of a long list', `a: &a [${'x,'.repeat(50_000)}]\nb: [${'*a,'.repeat(990)}]`],
    ['aliases of a long text', `a: &a "${'x'.repeat(900_000)}"\nb: [${'*a,'.repeat(990)}]`],
    ['a text that does not end', `a: '${filled('x\n', 900_000)}`],
    ['escapes that do not end', `a: "${filled('\\\n', 900_000)}`],
    ['tags', filled('- !!str a\n')],
    ['documents', filled('---\n')],
  ])('refuses %s without end, and goes on reading', async (_, text) => {
    await expect(read(text)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(read(`a: "${'x'.repeat(10_000)}"`)).resolves.toEqual({ a: 'x'.repeat(10_000) });
  });

  it('reads what is long and simple, and many anchors', async () => {
    await expect(read(`a: |\n${filled('  x\n', 900_000)}`)).resolves.toEqual({ a: filled('x\n', 450_000) });
    const anchors = Array.from({ length: 20_000 }, (_, i) => `- &a${i} x\n- *a${i}`).join('\n');
    await expect(read(anchors)).resolves.toHaveLength(40_000);
  });

  it('answers each of many at a time with its own, and refuses more than it can keep', async () => {
    const texts = Array.from({ length: 40 }, (_, i) => `n: ${i}\ntext: ${'x'.repeat(5_000)}\n`);
    const answers = await Promise.allSettled(texts.map(read));
    const taken = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    expect(taken).toEqual(taken.map((_, n) => ({ n, text: 'x'.repeat(5_000) })));
    expect(answers.filter(({ status }) => status === 'rejected')).toHaveLength(40 - taken.length);
    expect(taken).toHaveLength(33);
  });
});
