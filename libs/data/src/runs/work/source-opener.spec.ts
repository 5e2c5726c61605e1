import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectionBoxOf, type ConnectionBox } from '@app/auth';
import { UNSTORED_ACCESS } from '../../access/data-access';
import type { FoundSource, LeasedDataRun } from './data-claim.repository';
import { SourceOpener, type SourceSettings } from './source-opener';

const connection = { config: { hostPort: 'db.example.org', username: 'reader', database: 'shop' } };

describe('a connection that says nothing of TLS', () => {
  let folder: string;
  let box: ConnectionBox;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'source-opener-'));
    const signingKeyFile = join(folder, 'key.pem');
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    writeFileSync(signingKeyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    box = await connectionBoxOf({ dataDir: folder, signingKeyFile });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const opener = new SourceOpener({ dataNetworks: [], dataFilesRoots: [] } as unknown as SourceSettings);
  const run = (more: Partial<LeasedDataRun> = {}): LeasedDataRun =>
    ({ kind: 'tableChecks', sealed: null, request: {}, ...more }) as LeasedDataRun;
  const found = (requiresTls: boolean): FoundSource => ({
    ...{ serviceType: 'Postgres', connection, access: { ...UNSTORED_ACCESS, enabled: true } },
    ...{ digest: null, suspendedBy: null, sealed: box.seal(JSON.stringify(connection)), requiresTls },
  });

  it('is read as it was stored, and with TLS where it was written since', () => {
    expect(opener.open(box, run(), found(true)).config).toMatchObject({ sslMode: 'require' });
    expect(opener.open(box, run(), found(false)).config).toMatchObject({ sslMode: 'prefer' });
  });

  it('is tried with TLS before it is stored', () => {
    const sealed = box.seal(JSON.stringify(connection));
    const test = run({ kind: 'connectionTest', sealed, request: { serviceType: 'Postgres' } });
    expect(opener.open(box, test, undefined).config).toMatchObject({ sslMode: 'require' });
  });
});
