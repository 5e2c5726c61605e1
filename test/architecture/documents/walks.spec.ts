import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { textOf } from '../ceilings';
import { PROJECT } from '../source-files';

const MOST_FILES_A_WALK = 12;

/** Each walk of docs/architecture.md with the files that it names, in order. */
function walks(): [title: string, files: string[]][] {
  const [, section = ''] = textOf('docs/architecture.md').split('## Walks through the code');
  return section
    .split(/^\*\*/m)
    .slice(1)
    .map((walk) => [
      walk.slice(0, walk.indexOf('**')),
      [...walk.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file = '']) => file),
    ]);
}

describe('the walks in docs/architecture.md', () => {
  it('are seven', () => {
    expect(walks().map(([title]) => title)).toEqual([
      'A read',
      'A page',
      'A write',
      'A validation',
      'A proposal',
      'A search',
      'A lineage export',
    ]);
  });

  it.each(walks())('%s: a few files, all of which exist', (_title, files) => {
    expect(files.length).toBeGreaterThan(5);
    expect(files.length).toBeLessThanOrEqual(MOST_FILES_A_WALK);
    expect(files.filter((file) => !existsSync(join(PROJECT, file)))).toEqual([]);
  });
});
