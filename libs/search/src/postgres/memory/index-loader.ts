import { inTurns } from '@app/common';
import type { Database, PreparedStatement } from '@app/database';
import type { IndexVersion } from '../kept/index-version';
import { COUNTED_CODES } from '../row/layout';
import { FIELD_TOTALS } from '../statistics/refresh-statistics';
import { documentsIn, fieldCounts, fieldStatistics, type FieldTotalRow } from '../statistics/search-statistics';
import type { MemoryIndex, MemoryRow } from './memory-index';
import { MemoryIndexBuilder } from './memory-index-builder';

/** Rows of a statement: what comes of them is some 5 ms of work. */
const ROWS = 20;

const ROW_PAGE: PreparedStatement = {
  name: 'search_memory_rows',
  text: `
    select r.node::text as node, json_build_array(r.id, r.entity_type, r.name_key, r.display_key, r.fqn_key) as keys, r.deleted,
           r.updated_at::float8 as "updatedAt", r.total_votes as "totalVotes", r.names::text as names, r.texts::text as texts,
           to_json(r.kw) as keywords, to_json(r.facets) as facets,
           json_build_array(${COUNTED_CODES.map((code) => `r.len_${code}`).join(', ')}) as lengths,
           s.document::text as document, s.document_bytes as bytes
      from search_row r join search_source s on s.node = r.node
     where r.node > $1
     order by r.node limit ${ROWS}`,
};

/** What was counted at the last refresh; how many documents have the others is told by their rows. */
const FREQUENCIES: PreparedStatement = {
  name: 'search_memory_frequencies',
  text: `select field || ':' || term as lexeme, max(df) as df from search_term where df > 0 group by field, term`,
};

interface Row extends MemoryRow {
  readonly node: string;
}

export interface LoadedIndex {
  readonly index: MemoryIndex;
  /** Which state of the index it is, see `IndexVersion`. */
  readonly version: string;
}

/** Why there is no index: it was changed meanwhile, or it takes too much memory. */
export type NotLoaded = 'changed' | 'too large';

/** What a document takes at least. */
const FEWEST_BYTES = 1_000;

/** Reads the index of searches into memory. */
export class IndexLoader {
  /** What documents took when they were read last. */
  private bytesOfDocument = FEWEST_BYTES;

  constructor(
    private readonly database: Pick<Database, 'read'>,
    private readonly version: Pick<IndexVersion, 'now'>,
    /** About so many bytes it may take. */
    private readonly most: number,
  ) {}

  /** What is read between two looks at the version, which are the same, is of this version. */
  async load(): Promise<LoadedIndex | NotLoaded> {
    const version = await this.version.now();
    if (version === undefined) return 'changed';
    const totals = fieldCounts(await this.database.read<FieldTotalRow>(FIELD_TOTALS, []));
    if (documentsIn(totals) * this.bytesOfDocument > this.most) return 'too large';
    const builder = await this.rows();
    if (!builder) return 'too large';
    const terms = await this.database.read<{ lexeme: string; df: number }>(FREQUENCIES, []);
    const counted = new Map(terms.map(({ lexeme, df }) => [lexeme, df]));
    const index = await inTurns(builder.build(counted, fieldStatistics(totals)));
    return (await this.version.now()) === version ? { index, version } : 'changed';
  }

  /** Undefined: they take too much memory. */
  private async rows(): Promise<MemoryIndexBuilder | undefined> {
    const builder = new MemoryIndexBuilder();
    for (let [behind, read] = ['0', 0]; ;) {
      const rows = await this.database.read<Row>(ROW_PAGE, [behind]);
      for (const row of rows) builder.add(row);
      read += rows.length;
      if (read > 0) this.bytesOfDocument = Math.max(FEWEST_BYTES, builder.bytes / read);
      if (builder.bytes > this.most) return undefined;
      const last = rows.at(-1);
      if (!last || rows.length < ROWS) return builder;
      behind = last.node;
    }
  }
}
