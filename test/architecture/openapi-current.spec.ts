import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT } from './source-files';

const DOCUMENT = 'docs/openapi.json';
const WRITER = join(PROJECT, 'dist/apps/api/src/openapi/write.js');

/** What the compiled program writes, without touching what is there. */
function written(): string {
  if (!existsSync(WRITER)) throw new Error(`${WRITER} is missing: run "npm run build" first`);
  const folder = mkdtempSync(join(tmpdir(), 'openapi-'));
  try {
    mkdirSync(join(folder, 'docs'));
    execFileSync(process.execPath, [WRITER], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
    return readFileSync(join(folder, DOCUMENT), 'utf8');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe(DOCUMENT, () => {
  it('is what the code says (npm run openapi:write makes it anew)', () => {
    const document = written();
    expect(Object.keys((JSON.parse(document) as { paths: object }).paths).length).toBeGreaterThan(0);
    // Compared as a whole and not shown as a difference of thousands of lines.
    expect(readFileSync(join(PROJECT, DOCUMENT), 'utf8') === document).toBe(true);
  });

  it('is small enough to be read: what operations have in common stands once', () => {
    expect(readFileSync(join(PROJECT, DOCUMENT)).byteLength).toBeLessThanOrEqual(2_000_000);
  });
});
