import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { RunningService } from '../../support/running-service';
import { sourceDatabase, type SourceDatabase } from './source-database';

const ADMIN = resolve(__dirname, '../../../bin/admin.cjs');

describe('the command that changes the key of connections', () => {
  const folder = mkdtempSync(join(tmpdir(), 'reseal-'));
  const keyFile = (name: string, text = randomBytes(32).toString('base64')): string => {
    writeFileSync(join(folder, name), `${text}\n`);
    return join(folder, name);
  };
  const [old, now] = [keyFile('old'), keyFile('now')];
  let service: RunningService;
  let source: SourceDatabase;

  beforeAll(async () => {
    source = await sourceDatabase();
    service = await RunningService.start({ environment: { CONNECTION_KEY_FILE: old } });
    const admin = await service.client();
    await admin.must('POST', '/services/databaseServices', {
      ...{ name: 'sealed', serviceType: 'Postgres', connection: { config: source.config } },
    });
  });
  afterAll(async () => {
    await service?.stop();
    await source?.drop();
    rmSync(folder, { recursive: true });
  });

  const command = (key: string, ...args: string[]): Promise<{ code: number; output: string }> =>
    new Promise((done) => {
      const { PATH } = process.env;
      const { DATABASE_URL, DATA_DIR } = service.environment;
      const env = { PATH, DATABASE_URL, DATA_DIR, CONNECTION_KEY_FILE: key };
      execFile(process.execPath, [ADMIN, 'connections', ...args], { env, cwd: folder }, (error, stdout, stderr) =>
        done({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
      );
    });
  const tested = async () => {
    const admin = await service.client();
    const path = '/services/databaseServices/name/sealed/connectionTests';
    return (await admin.post(path, undefined, { prefer: 'wait=60' })).body;
  };

  it('has connections opened by the new key alone, and by that of before when it is asked back', async () => {
    expect(await tested()).toMatchObject({ status: 'Success' });
    expect(await command(now, 'reseal', '--from', old)).toEqual({
      code: 0,
      output: '1 connections sealed anew, 0 had the key already, 0 left as they are.\n',
    });
    expect(await tested()).toMatchObject({
      status: 'Failed',
      steps: [{ name: 'Reach', passed: false, reason: 'sealedElsewhere' }],
    });
    expect(await command(now, 'reseal', '--from', old)).toMatchObject({
      output: expect.stringContaining('0 connections sealed anew, 1 had the key already'),
    });
    expect(await command(old, 'reseal', '--from', now)).toMatchObject({ code: 0 });
    expect(await tested()).toMatchObject({ status: 'Success' });
  });

  it('says of a wrong key which connections it does not open', async () => {
    const strange = keyFile('strange');
    expect(await command(now, 'reseal', '--from', strange)).toEqual({
      code: 1,
      output: [
        '0 connections sealed anew, 0 had the key already, 1 left as they are.',
        `The key of ${strange} is not the one that sealed them, and no key of the settings opens them:`,
        '  sealed\n',
      ].join('\n'),
    });
    expect(await command(now, 'reseal', '--from', keyFile('bad', 'no key'))).toMatchObject({
      code: 1,
      output: expect.stringMatching(/bad has to hold 32 bytes in base64.*or a signing key in PEM/),
    });
    expect(await command(now, 'reseal', '--from', join(folder, 'none'))).toMatchObject({
      code: 1,
      output: expect.stringContaining('none cannot be read (ENOENT)'),
    });
    expect(await tested()).toMatchObject({ status: 'Success' });
  });

  it.each([[], ['reseal'], ['reseal', '--from'], ['open', '--from', 'x'], ['reseal', '--to', 'x']])(
    'explains itself at %j',
    async (...args) => {
      expect(await command(now, ...args)).toEqual({
        code: 2,
        output: expect.stringContaining('Usage: npm run connections:reseal -- --from FILE'),
      });
    },
  );
});
