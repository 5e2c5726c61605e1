import { withClient } from '@app/embedded';

/** Runs statements on a connection of their own; gives the rows of the last one. */
export function query(url: string, ...statements: string[]): Promise<Record<string, unknown>[]> {
  return withClient({ connectionString: url }, async (client) => {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    return rows;
  });
}
