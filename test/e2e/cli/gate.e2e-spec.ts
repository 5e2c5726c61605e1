import { RunningService } from '../../support/running-service';
import { readFileSync } from 'node:fs';
import { ContractWorld, unique, type Asset, type Contract } from '../contracts/contract-world';
import { githubSteps, gitlabScript } from './ci-file';
import { readJunit, Shell } from './shell';

const SCHEMA = [
  { name: 'id', dataType: 'BIGINT' },
  { name: 'note', dataType: 'TEXT' },
];

/** A port on which nothing listens that a client of HTTP would take. */
const NOWHERE = 'http://127.0.0.1:9';

describe('the gate, in a shell', () => {
  let world: ContractWorld;
  let shell: Shell;
  let contract: Contract;
  let reached: readonly Contract[];

  /** A contract, and two more downstream of it: hop 1, hop 2. */
  beforeAll(async () => {
    world = await ContractWorld.on(await RunningService.start());
    shell = new Shell({ METADATA_CATALOG_URL: world.service.baseUrl, METADATA_CATALOG_TOKEN: world.client.token });
    const contracts: Contract[] = [];
    for (let at = 0; at < 3; at++) contracts.push(await world.contract({ schema: SCHEMA, entityStatus: 'Active' }));
    const [first, second, third] = contracts as [Contract, Contract, Contract];
    for (const [from, to] of [
      [first, second],
      [second, third],
    ] as const)
      await world.client.must('PUT', '/lineage', { edge: { fromEntity: asset(from), toEntity: asset(to) } });
    [contract, ...reached] = contracts as [Contract, ...Contract[]];
    shell.write('contracts/breaking.yaml', proposal(SCHEMA.slice(1)));
    shell.write('contracts/compatible.yaml', proposal([...SCHEMA, { name: 'email', dataType: 'VARCHAR' }]));
  });

  afterAll(async () => {
    shell?.remove();
    await world?.stop();
  });

  const asset = ({ entity: { id, type } }: Contract): object => ({ id, type });
  const proposal = (schema: readonly object[]): object => ({ name: contract.name, entityStatus: 'Active', schema });
  const check = (file: string, ...more: string[]): string[] => [
    ...['contract', 'check', `contracts/${file}.yaml`, '--against', contract.fullyQualifiedName],
    ...more,
  ];

  it('a breaking change exits 1, and prints which downstream contracts it reaches', async () => {
    const { code, out } = await shell.cli(check('breaking', '--report', 'junit=breaking.xml'));
    expect([code, out]).toEqual([1, expect.stringMatching(/breaking {2}schema\.id .*the column is removed/)]);
    expect(out).toContain('reaches 2 downstream assets with 2 contracts');
    for (const { fullyQualifiedName } of reached) expect(out).toContain(fullyQualifiedName);
    const junit = readJunit(shell.path('breaking.xml'));
    if (junit) expect(junit).toEqual({ tests: 2, failures: 2, cases: 2 });
    else console.warn('skipped: no python3 to read JUnit with');
  });

  it('as annotations it names file and line', async () => {
    const { code, out } = await shell.cli(check('breaking', '--output', 'github'));
    expect(code).toBe(1);
    expect(out).toMatch(
      /^::error file=contracts\/breaking\.yaml,line=\d+,col=\d+,title=[^:]*::schema\.id: the column is removed$/m,
    );
  });

  it('a compatible change exits 0', async () => {
    const { code, out } = await shell.cli(check('compatible', '--output', 'json'));
    expect([code, JSON.parse(out)]).toEqual([
      0,
      expect.objectContaining({ compatible: true, changes: [expect.objectContaining({ path: 'schema.email' })] }),
    ]);
    expect((await shell.cli(check('breaking', '--mode', 'none'))).code).toBe(0);
  });

  it('what cannot be used is 2, what cannot be reached or is refused 3, what takes too long 4', async () => {
    const runs = await Promise.all([
      shell.cli(check('breaking', '--mode', 'sideways')),
      shell.cli(check('compatible', '--url', NOWHERE)),
      shell.cli(check('compatible'), { METADATA_CATALOG_TOKEN: 'no.valid.token' }),
      shell.cli(['contract', 'export', 'not.there']),
    ]);
    expect(runs.map(({ code, out }) => [code, out])).toEqual([2, 3, 3, 3].map((code) => [code, '']));
    // Without its worker nothing ends a run.
    world.service.signal('worker-0', 'SIGSTOP');
    try {
      const late = await shell.cli(['contract', 'validate', contract.id, '--wait', '--timeout', '1']);
      expect([late.code, late.out]).toEqual([4, expect.stringContaining('still open after 1 s')]);
    } finally {
      world.service.signal('worker-0', 'SIGCONT');
    }
  });

  it('a validation is waited for', async () => {
    const { code, out } = await shell.cli(['contract', 'validate', ...reached.map(({ id }) => id), '--wait']);
    expect([code, out]).toEqual([0, expect.stringContaining('PASSED  2 of 2 contracts passed')]);
  });

  it('a document of the standard goes out, comes in elsewhere, and goes out the same', async () => {
    const table: Asset = await world.table();
    const exported = await shell.cli(['contract', 'export', contract.fullyQualifiedName]);
    shell.write('orders.odcs.yaml', exported.out);
    expect((await shell.cli(['contract', 'lint', '--strict', 'orders.odcs.yaml'])).code).toBe(0);
    const imported = await shell.cli([
      'contract',
      'import',
      'orders.odcs.yaml',
      '--entity',
      table.fullyQualifiedName,
      '-o',
      'json',
    ]);
    expect(imported.code).toBe(0);
    const { contract: made } = JSON.parse(imported.out) as { contract: { id: string } };
    expect((await shell.cli(['contract', 'export', made.id])).out).toBe(exported.out);
  });

  it('results, search and lineage', async () => {
    const timestamp = Date.now() - 60_000;
    shell.write('results.ndjson', `{"timestamp":${timestamp},"contractExecutionStatus":"Failed"}\n`);
    const push = ['results', 'push', 'results.ndjson', '--contract', contract.id];
    expect((await shell.cli(push)).out).toContain('1 new, 0 replaced, 0 refused');
    expect((await shell.cli(push)).out).toContain('0 new, 1 replaced, 0 refused');
    const name = unique('needle');
    await world.table({ name });
    expect((await shell.cli(['search', name])).out).toContain(`${world.schema}.${name}`);
    const fqn = contract.fullyQualifiedName.replace(/\.dataContract_.*/, '');
    const lineage = await shell.cli(['lineage', 'export', fqn, '--type', 'table', '--up', '0', '--down', '3']);
    expect(lineage.out.trim().split('\r\n')).toHaveLength(3);
  });

  describe('the files for CI servers', () => {
    const list = (...files: string[]): string =>
      shell.write(
        'contracts/gate.txt',
        files.map((file) => `contracts/${file}.yaml ${contract.fullyQualifiedName}\n`).join(''),
      );

    it('GitHub: the check passes, or names the list that is empty', async () => {
      const [line = '', ...more] = githubSteps('check');
      expect(more).toEqual([]);
      list('compatible');
      expect(await shell.script(line)).toMatchObject({ code: 0 });
      list();
      expect(await shell.script(line)).toMatchObject({ code: 2 });
    });

    it('GitLab: the check fails and leaves its reports', async () => {
      const [line = '', ...more] = gitlabScript('contracts:check');
      expect(more).toEqual([]);
      list('compatible', 'breaking');
      const { code, out } = await shell.script(line);
      expect([code, out]).toEqual([1, expect.stringContaining(reached[0]!.fullyQualifiedName)]);
      expect(readFileSync(shell.path('reports/check-2.xml'), 'utf8')).toContain('the column is removed');
    });

    it.each<[string, () => readonly string[]]>([
      ['GitHub', () => githubSteps('validate')],
      ['GitLab', () => gitlabScript('contracts:validate')],
    ])('%s: the validation passes', async (_, steps) => {
      list('compatible');
      for (const line of steps())
        expect(await shell.script(line, { GITHUB_STEP_SUMMARY: shell.path('summary.md') })).toMatchObject({ code: 0 });
    });
  });
});
