import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { RunningService } from '../support/running-service';
import { describeUnless } from '../support/unless-refused';
import { pythonPrograms } from './generators';

jest.setTimeout(300_000);

const run = promisify(execFile);
const DOCUMENT = join(__dirname, '../../docs/openapi.json');
const CONFIG = join(__dirname, 'schemathesis.toml');
/** Some of each kind; bodies of NDJSON, which `putResults` takes, Schemathesis cannot send. */
const OPERATIONS = [
  ...['createDatabaseService', 'createDatabase', 'createDatabaseSchema', 'createTable', 'createOrUpdateTable'],
  ...[
    'listTables',
    'getTableByName',
    'bulkTables',
    'createTestCase',
    'createDomain',
    'createUser',
    'importGlossaryTerms',
  ],
  ...['createDataContract', 'createOrUpdateDataContract', 'listDataContracts', 'getDataContractByName', 'importOdcs'],
  ...['validateContract', 'listResults', 'putResult', 'putReport', 'publishDatacontractRun'],
  ...['searchEntities', 'suggestEntities', 'putLineageEdge', 'getLineageByName'],
];
const found = pythonPrograms();

describeUnless('refusal' in found ? found.refusal : undefined, 'Schemathesis', () => {
  it('finds the answers to the examples of the document as it describes them', async () => {
    const { bin } = found as { bin: string };
    // What it found before, and tries again first, stands in the folder that it is run in.
    const cwd = mkdtempSync(join(tmpdir(), 'catalog-schemathesis-'));
    const service = await RunningService.start();
    try {
      const { token } = await service.client();
      const chosen = OPERATIONS.flatMap((name) => ['--include-operation-id', name]);
      const given = ['--config-file', CONFIG, 'run', DOCUMENT, '--url', service.baseUrl, ...chosen];
      const { stdout } = await run(join(bin, 'st'), [...given, '--header', `Authorization: Bearer ${token}`], {
        cwd,
      }).catch((error: { stdout?: string }) => ({ stdout: error.stdout || String(error) }));
      expect(stdout).toMatch(/Selected: 26\/\d+/);
      expect(stdout).not.toMatch(/^(?:- ST\d+|Failures:|Errors:)/m);
      expect(stdout).toMatch(/No issues found|=+ \d+ (warnings?|passed)/);
    } finally {
      await service.stop();
      rmSync(cwd, { recursive: true, force: true });
    }
  });
});
