import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');
const entries = readdirSync(join(ROOT, 'libs')).filter((name) => existsSync(join(ROOT, `libs/${name}/src/pure.ts`)));

/**
 * What a service is made of; each alone takes longer to load than a command that reads a file may take. Packages are required at their
 * first use by `lazy` of `.swcrc`; libraries of ours are not among them, since that would change when entity types are registered, and of our
 * files the one whose classes extend those of such a package.
 */
const OF_A_SERVICE = ['@nestjs/common', 'rxjs', 'typeorm', 'pg', '@elastic/elasticsearch', 'bullmq', 'fastify'];

/** The files that are loaded with a built file. */
function loadedWith(file: string): string[] {
  const program = `require(${JSON.stringify(join(ROOT, 'dist', file))}); console.log(Object.keys(require.cache).join('\\n'))`;
  return execFileSync(process.execPath, ['-e', program], { encoding: 'utf8' }).split('\n');
}

/** The packages among them. */
function packagesOf(file: string): string[] {
  return [...new Set(loadedWith(file).flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []))];
}

describe('what is light stays light', () => {
  it('there are libraries with a pure part', () => expect(entries.length).toBeGreaterThan(0));

  it.each(entries)('@app/%s/pure loads no part of a service', (name) => {
    expect(packagesOf(`libs/${name}/src/pure.js`).filter((found) => OF_A_SERVICE.includes(found))).toEqual([]);
  });

  it('neither does a check of a file by the command', () => {
    const found = packagesOf('apps/cli/src/lint/lint-document.js');
    expect(found).toContain('ajv');
    expect(found.filter((name) => OF_A_SERVICE.includes(name))).toEqual([]);
  });

  it.each(['scan/edge-scan', 'edge-feed', 'format/plain-texts', 'thread/piece-stream'])(
    'the export thread loads with %s no catalog and, of a service, at most the driver of the database',
    (name) => {
      const file = `libs/lineage/src/export/${name}.js`;
      expect(loadedWith(file).filter((path) => /\/libs\/(catalog|database)\//.test(path))).toEqual([]);
      expect(packagesOf(file).filter((found) => found !== 'pg' && OF_A_SERVICE.includes(found))).toEqual([]);
    },
  );

  it.each(['search/src/postgres/row/search-row', 'validation/src/rules/engine/rule-evaluator'])(
    'the thread that works with %s loads no part of a service',
    (name) => {
      expect(packagesOf(`libs/${name}.js`).filter((found) => OF_A_SERVICE.includes(found))).toEqual([]);
    },
  );

  it.each(['plan-put', 'plan-patch', 'plan-create'])('the plan of a write loads no part of a service: %s', (name) => {
    const file = `libs/catalog/src/write/plan/${name}.js`;
    expect(loadedWith(file).filter((path) => /\/libs\/database\//.test(path))).toEqual([]);
    expect(packagesOf(file).filter((found) => OF_A_SERVICE.includes(found))).toEqual([]);
  });

  it('the client of the search server is loaded where there is one, and not before', () => {
    expect(packagesOf('libs/search/src/index.js')).not.toContain('@elastic/elasticsearch');
  });
});
