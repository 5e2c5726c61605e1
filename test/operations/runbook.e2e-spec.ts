import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { RunningService } from '../support/running-service';

const ROOT = resolve(__dirname, '../..');
const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
/** As it is read: what is broken over lines is one. */
const page = textOf('docs/operations.md');
const named = (pattern: RegExp): string[] => [
  ...new Set([...page.matchAll(pattern)].map(([, name]) => name!.replaceAll(/\s+/g, ' '))),
];

const statements = named(/`((?:select|vacuum)\s[^`]*)`/g);

describe('what docs/operations.md names', () => {
  it('are scripts that package.json has', () => {
    const { scripts } = JSON.parse(textOf('package.json')) as { scripts: object };
    const names = named(/\bnpm run (?:-s )?([\w:]+)/g);
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name) => !(name in scripts))).toEqual([]);
  });

  it('are requests that the API has', () => {
    const { paths } = JSON.parse(textOf('docs/openapi.json')) as { paths: Record<string, object> };
    const asked = named(/`((?:GET|POST|PUT|PATCH|DELETE)\s+\/api\/[^?`]+)/g);
    expect(asked.length).toBeGreaterThan(2);
    const exists = (request: string): boolean => {
      const [method = '', path = ''] = request.split(' ');
      return method.toLowerCase() in (paths[path] ?? {});
    };
    expect(asked.filter((request) => !exists(request))).toEqual([]);
  });

  it('are files that are there', () => {
    const files = [...named(/\]\(\.\.\/([\w./-]+)\)/g), ...named(/`(deploy\/[\w./-]+)`/g)];
    expect(files.length).toBeGreaterThan(4);
    const open = (file: string) => textOf(file.includes('.') ? file : `${file}/metadata-catalog-api.service`);
    for (const file of files) expect(() => open(file)).not.toThrow();
  });

  it('are parts that log under that name', () => {
    const parts = named(/`context` `(\w+)`/g);
    expect(parts.length).toBeGreaterThan(1);
    const sources = textOf('libs/events/src/audit/audit-sealer.ts') + textOf('apps/worker/src/housekeeping.ts');
    expect(parts.filter((part) => !sources.includes(`class ${part} `))).toEqual([]);
  });

  it.each(statements)('is a statement that the database takes: %s', async (statement) => {
    const client = new Client({ connectionString: (await RunningService.shared()).databaseUrl });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  });
});
