import { startFarewellServer } from '../../support/farewell-server';
import { ScanPool } from '../../../libs/lineage/src/export/scan/scan-pool';

describe('ScanPool', () => {
  it('outlives a session that is ended between two statements: the next of them fails', async () => {
    const server = await startFarewellServer(1);
    const pool = new ScanPool(server.url);
    const read = pool.snapshot('set local work_mem = 1', async (snapshot) => {
      await new Promise((told) => setImmediate(told));
      return snapshot.rows('select 1');
    });
    await expect(read).rejects.toThrow(/not queryable|terminat/i);
    await pool.close();
    server.close();
  });
});
