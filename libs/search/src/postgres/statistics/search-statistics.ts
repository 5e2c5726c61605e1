import type { CountedCode } from '../row/layout';
import type { SearchPool } from '../search-pool';
import { COUNT_FIELDS, COUNT_LEXEMES, IS_LARGE, KNOWN_FIELDS, KNOWN_FREQUENCIES } from './statistics-statement';
import type { TermStatistics } from './term-statistics';

/** How long the counts of a large catalog are taken from memory, in ms: they change by little in that time. */
const REMEMBERED_MS = 10_000;

interface FieldCount {
  readonly documents: number;
  readonly tokens: number;
}

type FieldCounts = ReadonlyMap<string, FieldCount>;

/** Numbers of a search's scores: exact while the catalog is small, else as of the last refresh. */
export class SearchStatistics {
  private remembered: { readonly until: number; readonly fields: FieldCounts } | undefined;

  constructor(private readonly pool: SearchPool) {}

  /** For these lexemes, each with the vector that holds it. */
  async of(lexemes: ReadonlyMap<string, 'names' | 'texts'>): Promise<TermStatistics> {
    if (lexemes.size === 0) return statistics(new Map(), new Map());
    const fields = await this.fieldsOfLarge();
    if (!fields) return statistics(await this.countFields(), await this.countLexemes(lexemes));
    const known = await this.knownFrequencies([...lexemes.keys()]);
    const unknown = new Map([...lexemes].filter(([lexeme]) => !known.get(lexeme)));
    return statistics(fields, new Map([...known, ...(await this.countLexemes(unknown))]));
  }

  /** Undefined: the catalog is small, or was never counted. */
  private async fieldsOfLarge(): Promise<FieldCounts | undefined> {
    if (this.remembered && this.remembered.until > Date.now()) return this.remembered.fields;
    const [{ large } = { large: false }] = await this.pool.read<{ large: boolean }>(IS_LARGE, []);
    if (!large) return undefined;
    const rows = await this.pool.read<{ field: string; documents: string; tokens: string }>(KNOWN_FIELDS, []);
    const fields = rows.length > 0 ? toCounts(rows) : await this.countFields();
    this.remembered = { until: Date.now() + REMEMBERED_MS, fields };
    return fields;
  }

  private async countFields(): Promise<FieldCounts> {
    return toCounts(await this.pool.read(COUNT_FIELDS, []));
  }

  private async knownFrequencies(lexemes: readonly string[]): Promise<Map<string, number>> {
    const rows = await this.pool.read<{ lexeme: string; df: number }>(KNOWN_FREQUENCIES, [lexemes]);
    return new Map(rows.map(({ lexeme, df }) => [lexeme, df]));
  }

  private async countLexemes(lexemes: ReadonlyMap<string, 'names' | 'texts'>): Promise<Map<string, number>> {
    if (lexemes.size === 0) return new Map();
    const rows = await this.pool.read<{ lexeme: string; df: string }>(COUNT_LEXEMES, [
      [...lexemes.keys()],
      [...lexemes.values()],
    ]);
    return new Map(rows.map(({ lexeme, df }) => [lexeme, Number(df)]));
  }
}

function toCounts(rows: readonly { field: string; documents: string; tokens: string }[]): FieldCounts {
  return new Map(
    rows.map(({ field, documents, tokens }) => [field, { documents: Number(documents), tokens: Number(tokens) }]),
  );
}

function statistics(fields: FieldCounts, frequencies: ReadonlyMap<string, number>): TermStatistics {
  const documents = (code: CountedCode): number => fields.get(code)?.documents ?? 0;
  return {
    documents,
    average: (code) => Math.max(1, (fields.get(code)?.tokens ?? 0) / Math.max(1, documents(code))),
    frequency: (lexeme) => frequencies.get(lexeme) ?? 0,
  };
}
