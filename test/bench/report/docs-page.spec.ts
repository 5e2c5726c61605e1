import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rows, writeDocs } from './docs-page';
import type { RunResult } from './result-file';

const RESULT: RunResult = {
  name: 'table-get',
  title: 'GET of a table',
  workloads: ['W12'],
  command: 'npm run bench -- table-get',
  date: '2026-11-25',
  machine: '2 × CPU(R) Processor, 24 GiB, Node 20.20.2, load 1.5 at the start',
  setting: ['20 tables', 'Floor: bare node:http'],
  measures: [{ what: '1 connection: product ÷ floor', value: '0.74' }],
  ...{ plans: {}, faults: [], raw: undefined },
};

function page(text: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'bench-page-')), 'benchmarks.md');
  writeFileSync(file, text);
  return file;
}

describe('rows of a table of figures', () => {
  it.each([
    ['measures that begin alike', ['a: ratio=1', 'a: product=2/s'], ['| a | ratio: 1; product: 2/s |']],
    [
      'the first label where the number of hits differs',
      ['a (7 hits): p50=1', 'a: added=2'],
      ['| a (7 hits) | p50: 1; added: 2 |'],
    ],
    ['no colon in brackets', ['ready (empty: first)=2 s'], ['| ready (empty: first) | 2 s |']],
    ['no CPU', ['a: CPU of the API=2 µs', 'a: p50=1 ms'], ['| a | p50: 1 ms |']],
    ['no word for the product where it is divided', ['a: time, product ÷ floor=2'], ['| a | time, ÷ floor: 2 |']],
    ['a measure by itself', ['memory=2 MB'], ['| memory | 2 MB |']],
    ['no costs of a request', ['a: floor=2/s, p50 1 ms, CPU 9 µs + PostgreSQL 3 µs'], ['| a | floor: 2/s, p50 1 ms |']],
  ])('%s', (_case, measures, expected) => {
    expect(rows(measures.map((each) => ({ what: each.split('=')[0] ?? '', value: each.split('=')[1] ?? '' })))).toEqual(
      expected,
    );
  });
});

it('writes the figures between the marks, by the numbers of the workloads, in place of those of the run before', () => {
  const file = page('before\n<!-- bench:results -->\n<!-- /bench:results -->\nafter\n');
  writeDocs(file, { ...RESULT, measures: [{ what: 'old', value: '1' }] });
  writeDocs(file, { ...RESULT, workloads: ['W2'], title: 'Validation' });
  writeDocs(file, RESULT);
  const text = readFileSync(file, 'utf8');
  expect(text).toMatch(/^before\n[^]*### W2: Validation[^]*### W12: GET of a table[^]*\nafter\n$/);
  expect(text).toContain('`npm run bench -- table-get`, 2026-11-25, 2 × CPU, load 1.5. 20 tables.');
  expect(text.match(/^### /gm)).toHaveLength(2);
  expect(text).not.toMatch(/old|bare node/);
});

it('refuses a page without marks', () => {
  expect(() => writeDocs(page('text'), RESULT)).toThrow(/lacks the marks/);
});
