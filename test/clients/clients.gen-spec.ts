import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { RunningService } from '../support/running-service';
import { describeUnless } from '../support/unless-refused';
import { nodePrograms, pythonPrograms } from './generators';
import { generatorWarnings } from './generator-warnings';

jest.setTimeout(900_000);

const run = promisify(execFile);
const DOCUMENT = join(__dirname, '../../docs/openapi.json');
const STEPS = ['orval-steps.mjs', 'fetch-steps.mjs'];
/** As strict as users of generated clients are; the steps are JavaScript, checked against the types of the client. */
const STRICT = [
  ...['--noEmit', '--strict', '--allowJs', '--checkJs', '--skipLibCheck', '--erasableSyntaxOnly'],
  ...['--allowImportingTsExtensions', '--module', 'nodenext', '--target', 'es2023', '--types', 'node'],
];
const [OF_PYTHON, OF_NODE] = [pythonPrograms(), nodePrograms()];
const refusal = [OF_PYTHON, OF_NODE].find((one) => 'refusal' in one) as { refusal: string } | undefined;

describeUnless(refusal?.refusal, 'a client that is generated from the document, without options', () => {
  const { python, bin } = OF_PYTHON as { python: string; bin: string };
  const { node, packages } = OF_NODE as { node: string; packages: string };
  let folder: string;
  let service: RunningService;
  let token: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'catalog-clients-'));
    symlinkSync(packages, join(folder, 'node_modules'));
    writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
    service = await RunningService.start();
    ({ token } = await service.client());
  });

  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await service?.stop();
  });

  /** What a program writes, whether it fails or not. */
  async function output(program: string, ...given: readonly string[]): Promise<string> {
    const env = { ...process.env, PYTHONPATH: join(folder, 'python') };
    const options = { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 };
    const { stdout, stderr } = await run(program, given, options).catch(
      (error: { stdout?: string; stderr?: string }) => ({
        stdout: error.stdout ?? String(error),
        stderr: error.stderr ?? '',
      }),
    );
    return `${stderr}${stdout}`.trim();
  }

  const ofPackage = (file: string): string => join(packages, file);

  it('by openapi-python-client has every operation, and does a user’s steps', async () => {
    const target = join(folder, 'python');
    const told = await output(
      join(bin, 'openapi-python-client'),
      'generate',
      '--path',
      DOCUMENT,
      '--output-path',
      target,
    );
    expect(generatorWarnings(told)).toEqual([]);
    const modules = readdirSync(join(target, 'metadata_catalog_client/api'), { recursive: true }).map(String);
    expect(modules.filter((file) => /\w+\/(?!__init__)\w+\.py$/.test(file))).toHaveLength(numberOfOperations());
    const walk = await output(python, join(__dirname, 'steps.py'), service.baseUrl, token, 'python_client');
    expect(walk).toMatch(/\nall done$/);
  });

  it('by orval and by openapi-typescript has the types of what it sends and gets, and does a user’s steps', async () => {
    const orval = await output(
      node,
      ofPackage('orval/dist/bin/orval.mjs'),
      '--input',
      DOCUMENT,
      '--output',
      join(folder, 'orval-client.ts'),
    );
    expect(orval).toContain('has been converted into ready to use orval');
    await output(
      node,
      ofPackage('openapi-typescript/bin/cli.js'),
      DOCUMENT,
      '--output',
      join(folder, 'openapi-types.ts'),
    );
    for (const file of STEPS) copyFileSync(join(__dirname, file), join(folder, file));
    expect(await output(node, ofPackage('typescript/bin/tsc'), ...STRICT, ...STEPS)).toBe('');
    for (const file of STEPS) {
      const walk = await output(node, file, service.baseUrl, token, file.replace(/\W/g, '_'));
      expect(walk).toMatch(/\nall done$/);
    }
  });
});

function numberOfOperations(): number {
  const { paths } = JSON.parse(readFileSync(DOCUMENT, 'utf8')) as { paths: Record<string, object> };
  return Object.values(paths).reduce((sum, item) => sum + Object.keys(item).length, 0);
}
