import { Client } from 'pg';
import { DiskSign } from '../../../libs/database/src/disk/disk-sign';
import { until } from '../../support/chaos/until';
import { createTestDatabase, type TestDatabase } from '../../support/embedded-database';
import { PATIENCE_MS } from '../../support/eventually';

describe('the sign that the disk is full', () => {
  let home: TestDatabase;
  let looker: Client;
  const signs: DiskSign[] = [];

  beforeAll(async () => {
    home = await createTestDatabase();
    looker = new Client({ connectionString: home.url });
    await looker.connect();
  });
  afterEach(() => Promise.all(signs.splice(0).map((sign) => sign.close())));
  afterAll(async () => {
    await looker?.end();
    await home?.drop();
  });

  const newSign = (idleMs?: number) => {
    const sign = new DiskSign(home.url, (text) => looker.query(text), idleMs);
    signs.push(sign);
    return sign;
  };

  it('is shown by one process at a time, seen by all, and gone when that lowers it or ends', async () => {
    const [one, other] = [newSign(), newSign()];
    expect(await other.isRaised()).toBe(false);
    expect(await one.raise()).toBe(true);
    expect(await one.raise()).toBe(true);
    expect(await other.raise()).toBe(false);
    expect([await one.isRaised(), await other.isRaised()]).toEqual([true, true]);
    await one.lower();
    expect(await other.raise()).toBe(true);
    await other.close();
    expect(await one.isRaised()).toBe(false);
    expect(await other.raise()).toBe(false);
    expect(await one.isRaised()).toBe(false);
  });

  it('is taken from a process that is frozen, which may show it again when it goes on', async () => {
    const frozen = newSign(100);
    expect(await frozen.raise()).toBe(true);
    const next = newSign();
    await until(
      'the end of the sign',
      PATIENCE_MS,
      () => next.isRaised(),
      (isRaised) => !isRaised,
    );
    expect(await next.raise()).toBe(true);
    await next.lower();
    await until('another session', PATIENCE_MS, () => frozen.raise().catch(() => false), Boolean);
  });
});
