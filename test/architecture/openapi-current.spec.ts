import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from './source-files';

const DOCUMENT = 'docs/openapi.json';
/** 2,445 bytes each in November 2026. An entity type adds about 20 operations: the document as a whole may grow. */
const MOST_BYTES_AN_OPERATION = 2_450;

/** As `npm run build` compiles them. */
const COMPILED = ['apps/api', 'libs'];
const COMPILING = ['--copy-files', '--quiet', '--ignore', '**/*.spec.ts'];

/** What the sources write, compiled for it, without touching what is there. It lies in the project, whose packages it loads. */
function written(): string {
  mkdirSync(join(PROJECT, '.tmp'), { recursive: true });
  const folder = mkdtempSync(join(PROJECT, '.tmp/openapi-'));
  try {
    const swc = join(PROJECT, 'node_modules/.bin/swc');
    execFileSync(swc, [...COMPILED, '-d', join(folder, 'dist'), ...COMPILING], { cwd: PROJECT, stdio: 'pipe' });
    mkdirSync(join(folder, 'docs'));
    const writer = join(folder, 'dist/apps/api/src/openapi/write.js');
    execFileSync(process.execPath, [writer], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
    return readFileSync(join(folder, DOCUMENT), 'utf8');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Members of a path beside its operations: `parameters`, `summary` … */
const isMethod = (member: string): boolean => /^(get|put|post|delete|options|head|patch|trace)$/.test(member);

describe(DOCUMENT, () => {
  it('is what the code says (npm run openapi:write makes it anew)', () => {
    const document = written();
    expect(Object.keys((JSON.parse(document) as { paths: object }).paths).length).toBeGreaterThan(0);
    // Compared as a whole and not shown as a difference of thousands of lines.
    const isCurrent = readFileSync(join(PROJECT, DOCUMENT), 'utf8') === document;
    expect(isCurrent ? 'current' : 'not what the sources say: npm run openapi:write').toBe('current');
  });

  it('is small enough to be read: what operations have in common stands once', () => {
    const text = readFileSync(join(PROJECT, DOCUMENT));
    const { paths } = JSON.parse(text.toString()) as { paths: Record<string, object> };
    const operations = Object.values(paths).flatMap(Object.keys).filter(isMethod).length;
    expect(text.byteLength / operations).toBeLessThanOrEqual(MOST_BYTES_AN_OPERATION);
  });
});
