import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ContractWorld } from '../e2e/contracts/contract-world';

const ROOT = resolve(__dirname, '../..');
const PACKAGES = join(ROOT, 'dist/packages');
const MEBIBYTE = 1024 * 1024;

/** A use of the client as a project has it, compiled by the strictest settings. */
const SAMPLE = `
import { answerOf, CatalogError, connect, type Schemas } from 'metadata-catalog-client';

const [url, token, schema] = process.argv.slice(2) as [string, string, string];
const catalog = connect({ url, token: async () => token });
const made: Schemas['Table'] = await answerOf(
  catalog.POST('/api/v1/tables', {
    body: { name: 'by_client', databaseSchema: schema, columns: [{ name: 'id', dataType: 'BIGINT' }] },
  }),
);
const contract = await answerOf(
  catalog.POST('/api/v1/dataContracts', { body: { name: 'c', entity: { id: made.id ?? '', type: 'table' } } }),
);
const read = await answerOf(catalog.GET('/api/v1/tables/{id}', { params: { path: { id: made.id ?? '' } } }));
const refusal = await answerOf(
  catalog.GET('/api/v1/tables/name/{fqn}', { params: { path: { fqn: 'no.such.thing' } } }),
).catch((error: unknown) => error);
if (!(refusal instanceof CatalogError)) throw refusal;
// @ts-expect-error a table has no such member
const none: unknown = read.colour;
console.log(JSON.stringify([read.fullyQualifiedName, contract.name, refusal.status, refusal.body?.errorType, none ?? null]));
`;
const STRICT = {
  compilerOptions: {
    ...{ module: 'nodenext', target: 'es2022', lib: ['es2023', 'dom', 'dom.iterable'], types: ['node'] },
    ...{ strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, skipLibCheck: false },
    typeRoots: [join(ROOT, 'node_modules/@types')],
  },
  files: ['sample.ts'],
};

describe('the packages that install by themselves', () => {
  let world: ContractWorld;
  let folder: string;
  beforeAll(async () => {
    world = await ContractWorld.shared();
    execFileSync('node', ['packages/pack.mjs'], { cwd: ROOT, stdio: 'pipe' });
    folder = mkdtempSync(join(tmpdir(), 'packages-'));
    writeFileSync(join(folder, 'package.json'), '{"name": "somebody", "version": "9.9.9", "type": "module"}');
  });
  afterAll(() => folder && rmSync(folder, { recursive: true }));

  /** From its tarball, where no registry can be asked and no cache has anything. */
  const install = (name: string): void => {
    const file = readdirSync(PACKAGES).find((one) => one.startsWith(name) && one.endsWith('.tgz'))!;
    expect(statSync(join(PACKAGES, file)).size).toBeLessThan(30 * MEBIBYTE);
    const cache = join(folder, '.cache');
    mkdirSync(cache, { recursive: true });
    const words = ['install', '--offline', '--cache', cache, '--registry', 'http://127.0.0.1:9', join(PACKAGES, file)];
    execFileSync('npm', words, { cwd: folder, stdio: 'pipe' });
  };

  const run = (file: string, words: readonly string[]): Promise<{ code: number; out: string; err: string }> =>
    new Promise((done) => {
      const env = { PATH: process.env.PATH, HOME: folder };
      execFile(file, words, { cwd: folder, env }, (error, out, err) =>
        done({ code: error ? Number(error.code) : 0, out, err }),
      );
    });

  it('the gate lints and checks where nothing else is', async () => {
    install('metadata-catalog-gate');
    const gate = (...words: string[]) => run(join(folder, 'node_modules/.bin/metadata-catalog'), words);
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    expect(await gate('--version')).toMatchObject({ code: 0, out: `${version}\n` });
    const help = (await gate('--help')).out.replaceAll(/\s+/g, ' ');
    expect(help).toContain('Check, validate, import and export data contracts');
    const document = { apiVersion: 'v3.1.0', kind: 'DataContract', id: 'orders', version: '1', status: 'active' };
    writeFileSync(join(folder, 'good.yaml'), JSON.stringify(document));
    writeFileSync(join(folder, 'bad.yaml'), JSON.stringify({ ...document, schema: 'orders' }));
    expect(await gate('contract', 'lint', 'good.yaml')).toMatchObject({ code: 0 });
    expect(await gate('contract', 'lint', 'bad.yaml')).toMatchObject({
      code: 1,
      out: expect.stringContaining('schema') as string,
    });
    const contract = await world.contract();
    writeFileSync(join(folder, 'less.json'), JSON.stringify({ schema: [] }));
    const service = ['--url', world.service.baseUrl, '--token', world.client.token];
    const checked = await gate('contract', 'check', 'less.json', '--against', contract.fullyQualifiedName, ...service);
    expect(checked).toMatchObject({ code: 1, out: expect.stringContaining('breaking') as string });
    const listed = await run(join(folder, 'node_modules/.bin/metadata-catalog-gate'), []);
    expect(listed).toMatchObject({
      code: 2,
      err: expect.stringContaining('LIST has lines of FILE CONTRACT') as string,
    });
  });

  it('the client compiles under the strictest settings, and calls the service', async () => {
    install('metadata-catalog-client');
    writeFileSync(join(folder, 'sample.ts'), SAMPLE);
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(STRICT));
    expect(await run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', '.'])).toEqual({
      ...{ code: 0, out: '', err: '' },
    });
    const ran = await run(process.execPath, ['sample.js', world.service.baseUrl, world.client.token, world.schema]);
    expect(JSON.parse(ran.out || ran.err)).toEqual([`${world.schema}.by_client`, 'c', 404, 'NOT_FOUND', null]);
  });
});
