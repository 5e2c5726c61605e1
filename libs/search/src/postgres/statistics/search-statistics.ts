import { TEXT_FIELDS } from '../../document/search-field';
import type { AssumedStatistics, FieldStatistics, TermStatistics } from '../compile/context';
import { COUNTED_CODES, countedCode, type CountedCode } from '../row/layout';
import { LONGEST_WHOLE } from '../row/text-parts';
import type { SearchPool } from '../search-pool';
import { COUNT_LEXEMES, KNOWN_STATISTICS } from './refresh-statistics';

/** From this many documents on, a few more or less do not change scores visibly. */
const LARGE = 2_000;
/** How long the counts of a large catalog are taken from memory, in ms: they change by little in that time. */
const REMEMBERED_MS = 10_000;

/**
 * Up to this many documents a statement is planned once for all words, on the assumption that plans do not depend on
 * them there.
 */
const SMALL = 20_000;
const MEASURED_MS = 60_000;

const MOST_REMEMBERED = 20_000;

interface FieldCount {
  readonly documents: number;
  readonly tokens: number;
}

export type FieldCounts = ReadonlyMap<string, FieldCount>;

interface Remembered {
  readonly until: number;
  readonly counts: FieldCounts;
  /** Documents by lexeme. */
  readonly frequencies: Map<string, number>;
}

/** The statistics of a small catalog as they were found last; valid only while the database says the same. */
interface LastFound {
  readonly counts: FieldCounts;
  /** The frequencies of lexemes in the dictionary; null: none. */
  readonly terms: Map<string, number | null>;
}

/** A row of FIELD_TOTALS. */
export interface FieldTotalRow {
  /** Absent: the row is about a lexeme. */
  readonly field: string | null;
  readonly documents: string;
  readonly tokens: string | null;
}

interface StatisticsRow extends FieldTotalRow {
  readonly lexeme: string | null;
}

type Vectors = ReadonlyMap<string, 'names' | 'texts'>;

/** Numbers of a search's scores: of fields exact, of words as of the last refresh, and counted where they are newer. */
export class SearchStatistics {
  private remembered: Remembered | undefined;
  private last: LastFound | undefined;
  private size: { readonly until: number; readonly documents: number } | undefined;

  constructor(private readonly pool: SearchPool) {}

  /**
   * The statistics of a small catalog as cached, for a statement that itself returns whether they are current: so that
   * none has to ask for them before. Undefined: of some lexemes the dictionary does not say how many documents have it.
   * @param tellsQueue whether it shall also return whether rows are still to be written
   */
  assumed(
    lexemes: Vectors,
    tellsQueue = false,
  ): { readonly statistics: TermStatistics; readonly assumed: AssumedStatistics } | undefined {
    if (!this.last || lexemes.size === 0) return undefined;
    const { counts, terms } = this.last;
    const frequencies = new Map<string, number>();
    const told: string[] = [];
    for (const lexeme of lexemes.keys()) {
      const term = terms.get(lexeme);
      if (term === undefined || isUncounted(lexeme, term)) return undefined;
      frequencies.set(lexeme, term ?? 0);
      told.push(String(term ?? 'NULL'));
    }
    const known = `${totalsText(counts)}{${told.join()}}`;
    return {
      statistics: statistics(counts, frequencies),
      assumed: { lexemes: [...lexemes.keys()], tellsQueue, known },
    };
  }

  /** For these lexemes, each with the vector that contains it. */
  async of(lexemes: Vectors): Promise<TermStatistics> {
    if (lexemes.size === 0) return statistics(new Map(), new Map());
    const fields = this.remembered && this.remembered.until > Date.now() ? this.remembered : undefined;
    // Taken now: what is remembered may be forgotten while others are looked up.
    const known = fields ? knownOf(lexemes, fields) : new Map<string, number>();
    const asked = new Map([...lexemes].filter(([lexeme]) => !known.has(lexeme)));
    if (fields && asked.size === 0) return statistics(fields.counts, known);
    const looked = await this.look(asked);
    const current = fields ?? this.rememberedOf(looked.counts);
    remember(looked.frequencies, current);
    return statistics(current.counts, new Map([...known, ...looked.frequencies]));
  }

  /**
   * Whether search plans are assumed not to depend on the words. Re-evaluated only now and then: both answers give
   * correct results, one is slower.
   */
  async isSmall(): Promise<boolean> {
    if (!this.size || this.size.until < Date.now())
      this.measured(fieldCounts(await this.pool.read(KNOWN_STATISTICS, [[]])));
    return (this.size?.documents ?? 0) <= SMALL;
  }

  private measured(counts: FieldCounts): void {
    this.size = { until: Date.now() + MEASURED_MS, documents: documentsIn(counts) };
  }

  private async look(lexemes: Vectors): Promise<{ counts: FieldCounts; frequencies: Map<string, number> }> {
    const rows = await this.pool.read<StatisticsRow>(KNOWN_STATISTICS, [[...lexemes.keys()]]);
    const known = new Map(
      rows.flatMap(({ lexeme, documents }) => (lexeme === null ? [] : [[lexeme, Number(documents)]])),
    );
    const counts = fieldCounts(rows);
    this.found(counts, lexemes, known);
    const uncounted = [...lexemes].filter(([lexeme]) => isUncounted(lexeme, known.get(lexeme) ?? null));
    const counted = await this.countLexemes(new Map(uncounted));
    return {
      counts,
      frequencies: new Map([...lexemes.keys()].map((each) => [each, counted.get(each) ?? known.get(each) ?? 0])),
    };
  }

  private found(counts: FieldCounts, lexemes: Vectors, known: ReadonlyMap<string, number>): void {
    const terms =
      this.last && this.last.terms.size < MOST_REMEMBERED ? this.last.terms : new Map<string, number | null>();
    for (const lexeme of lexemes.keys()) terms.set(lexeme, known.get(lexeme) ?? null);
    this.last = isLarge(counts) ? undefined : { counts, terms };
  }

  /** Statistics of a small catalog are not cached. */
  private rememberedOf(counts: FieldCounts): Remembered {
    this.measured(counts);
    const remembered = { until: Date.now() + REMEMBERED_MS, counts, frequencies: new Map<string, number>() };
    this.remembered = isLarge(counts) ? remembered : undefined;
    return remembered;
  }

  private async countLexemes(lexemes: Vectors): Promise<Map<string, number>> {
    if (lexemes.size === 0) return new Map();
    const rows = await this.pool.read<{ lexeme: string; df: string }>(COUNT_LEXEMES, [
      [...lexemes.keys()],
      [...lexemes.values()],
    ]);
    return new Map(rows.map(({ lexeme, df }) => [lexeme, Number(df)]));
  }
}

const isLarge = (counts: FieldCounts): boolean => [...counts.values()].some(({ documents }) => documents > LARGE);

/** The beginning of `statisticsText`. */
function totalsText(counts: FieldCounts): string {
  const totals = COUNTED_CODES.flatMap((code) => [counts.get(code)?.documents ?? 0, counts.get(code)?.tokens ?? 0]);
  return `{${totals.join()}}`;
}

function knownOf(lexemes: ReadonlyMap<string, unknown>, { frequencies }: Remembered): Map<string, number> {
  const known = new Map<string, number>();
  for (const lexeme of lexemes.keys()) {
    const frequency = frequencies.get(lexeme);
    if (frequency !== undefined) known.set(lexeme, frequency);
  }
  return known;
}

/** Remembers frequencies. A new lexeme may soon be in some document; in a field that no document has, none is to be expected. */
function remember(looked: ReadonlyMap<string, number>, { counts, frequencies }: Remembered): void {
  if (frequencies.size > MOST_REMEMBERED) frequencies.clear();
  for (const [lexeme, frequency] of looked)
    if (frequency > 0 || !hasDocuments(counts, lexeme)) frequencies.set(lexeme, frequency);
}

function hasDocuments(counts: FieldCounts, lexeme: string): boolean {
  const code = lexeme.slice(0, lexeme.indexOf(':'));
  const field = TEXT_FIELDS.find(([, each]) => each.code === code)?.[1];
  return field !== undefined && (counts.get(countedCode(field))?.documents ?? 0) > 0;
}

/**
 * Whether the documents that have it are still to be counted. A word that is not in the dictionary is in no document, unless it is a chunk
 * too long for the dictionary.
 */
function isUncounted(lexeme: string, term: number | null): boolean {
  return term === 0 || (term === null && lexeme.length - lexeme.indexOf(':') - 1 > LONGEST_WHOLE);
}

export function fieldCounts(rows: readonly FieldTotalRow[]): FieldCounts {
  return new Map(
    rows.flatMap(({ field, documents, tokens }) =>
      field === null ? [] : [[field, { documents: Number(documents), tokens: Number(tokens) }]],
    ),
  );
}

export function documentsIn(counts: FieldCounts): number {
  return Math.max(0, ...[...counts.values()].map(({ documents }) => documents));
}

function statistics(fields: FieldCounts, frequencies: ReadonlyMap<string, number>): TermStatistics {
  return { ...fieldStatistics(fields), frequency: (lexeme) => frequencies.get(lexeme) ?? 0 };
}

export function fieldStatistics(fields: FieldCounts): FieldStatistics {
  const documents = (code: CountedCode): number => fields.get(code)?.documents ?? 0;
  const average = (code: CountedCode): number =>
    Math.max(1, (fields.get(code)?.tokens ?? 0) / Math.max(1, documents(code)));
  return { documents, average };
}
