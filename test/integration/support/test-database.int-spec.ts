import { Client } from 'pg';
import { createTestDatabase } from '../../support/embedded-database';

describe('the test database', () => {
  it('is migrated, of its own, and gone after drop, also while someone is connected', async () => {
    const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    const client = new Client({ connectionString: one.url });
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query<{ tables: number; name: string }>(
      "SELECT count(*)::int AS tables, current_database() AS name FROM pg_tables WHERE schemaname = 'public'",
    );
    expect(rows[0]?.tables).toBeGreaterThan(0);
    expect(two.url).not.toBe(one.url);
    const cut = new Promise((resolve) => client.once('end', resolve));
    await one.drop();
    await cut;
    await two.drop();
    await expect(new Client({ connectionString: one.url }).connect()).rejects.toThrow(/does not exist/);
  });
});
