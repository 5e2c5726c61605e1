import type { PreparedStatement } from '@app/database';
import type { BoundQuery } from '../../query/bound-query';
import type { SearchPool } from '../search-pool';

/** So many documents are sooner read one by one than found among all that have a word. */
const RARE = 1_000;
/** How long the count of a type is taken from memory, in ms. Another plan is slower, not wrong. */
const REMEMBERED_MS = 60_000;

/** Finds those of the types $1 of which there are few documents. */
const RARE_TYPES: PreparedStatement = {
  name: 'search_rare_types',
  text: `
    select t.type from unnest($1::text[]) t (type)
     where (select count(*) from (
             select from search_row r where r.entity_type = t.type collate "C" limit ${RARE + 1}) c) <= ${RARE}`,
};

/** Which entity types have so few documents that their index answers sooner than that of the words. */
export class RareTypes {
  private readonly counted = new Map<string, { readonly until: number; readonly isRare: boolean }>();

  constructor(private readonly pool: SearchPool) {}

  /** The rare ones of the types that the filters of a search ask for. */
  async in(filters: readonly BoundQuery[]): Promise<ReadonlySet<string>> {
    const types = filters.flatMap(typesOf);
    const now = Date.now();
    const unknown = types.filter((type) => (this.counted.get(type)?.until ?? 0) <= now);
    if (unknown.length > 0) await this.count(unknown, now + REMEMBERED_MS);
    return new Set(types.filter((type) => this.counted.get(type)?.isRare));
  }

  private async count(types: readonly string[], until: number): Promise<void> {
    const rows = await this.pool.read<{ type: string }>(RARE_TYPES, [types]);
    const rare = new Set(rows.map(({ type }) => type));
    for (const type of types) this.counted.set(type, { until, isRare: rare.has(type) });
  }
}

function typesOf(query: BoundQuery): string[] {
  return query.kind === 'keyword' && query.field === 'entityType' ? query.values.map(String) : [];
}
