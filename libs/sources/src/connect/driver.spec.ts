import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { driverState, loadDriver } from './driver';

const NAME = '@catalog-test/driver';

describe('drivers that are no part of the installation', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'catalog-drivers-'));
    write(NAME, 'module.exports = { connect: () => 7 };');
    write('broken-driver', 'throw new Error("no build for this platform");');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function write(name: string, code: string): void {
    const place = join(folder, 'node_modules', name);
    mkdirSync(join(place, 'lib'), { recursive: true });
    // Its description is not among what may be imported.
    const described = { name, version: '4.2.0', exports: { '.': './lib/main.js' } };
    writeFileSync(join(place, 'package.json'), JSON.stringify(described));
    writeFileSync(join(place, 'lib/package.json'), '{"type": "commonjs"}');
    writeFileSync(join(place, 'lib/main.js'), code);
  }

  it('are found in the folder that is named, with their version', async () => {
    expect(driverState(NAME, folder)).toEqual({ package: NAME, installed: true, version: '4.2.0' });
    expect((await loadDriver<{ connect: () => number }>(NAME, folder)).connect()).toBe(7);
  });

  it('are found beside the program, with a folder and without', () => {
    for (const place of [undefined, folder])
      expect(driverState('pg', place)).toMatchObject({ installed: true, version: expect.any(String) as string });
  });

  it('are missing elsewhere, and the cure names the package', async () => {
    expect(driverState(NAME)).toEqual({ package: NAME, installed: false });
    await expect(loadDriver(NAME)).rejects.toMatchObject({ reason: 'driverMissing', cure: `npm install ${NAME}` });
  });

  it('count as missing where they are there and do not load', async () => {
    await expect(loadDriver('broken-driver', folder)).rejects.toMatchObject({
      reason: 'driverMissing',
      message: expect.stringContaining('no build for this platform') as string,
    });
  });

  it('are needless where an engine does without', () => {
    expect(driverState('node')).toEqual({ package: 'node', installed: true, version: process.versions.node });
  });
});
