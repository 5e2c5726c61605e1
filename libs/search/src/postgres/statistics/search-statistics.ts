import { countedCode, TEXT_FIELDS } from '../row/layout';
import type { CountedCode } from '../row/layout';
import { LONGEST_WHOLE } from '../row/text-parts';
import type { SearchPool } from '../search-pool';
import { COUNT_FIELDS, COUNT_LEXEMES, IS_LARGE, KNOWN_FIELDS, KNOWN_FREQUENCIES } from './statistics-statement';
import type { TermStatistics } from './term-statistics';

/** How long the counts of a large catalog are taken from memory, in ms: they change by little in that time. */
const REMEMBERED_MS = 10_000;

const MOST_REMEMBERED = 20_000;

interface FieldCount {
  readonly documents: number;
  readonly tokens: number;
}

type FieldCounts = ReadonlyMap<string, FieldCount>;

interface Remembered {
  readonly until: number;
  readonly counts: FieldCounts;
  /** Documents by lexeme. */
  readonly frequencies: Map<string, number>;
}

/** Numbers of a search's scores: exact while the catalog is small, else as of the last refresh. */
export class SearchStatistics {
  private remembered: Remembered | undefined;

  constructor(private readonly pool: SearchPool) {}

  /** For these lexemes, each with the vector that holds it. */
  async of(lexemes: ReadonlyMap<string, 'names' | 'texts'>): Promise<TermStatistics> {
    if (lexemes.size === 0) return statistics(new Map(), new Map());
    const fields = await this.fieldsOfLarge();
    if (!fields) return statistics(await this.countFields(), await this.countLexemes(lexemes));
    // Taken now: what is remembered may be forgotten while others are looked up.
    const known = knownOf(lexemes, fields);
    const asked = new Map([...lexemes].filter(([lexeme]) => !known.has(lexeme)));
    const looked = asked.size > 0 ? await this.look(asked) : new Map<string, number>();
    remember(looked, fields);
    return statistics(fields.counts, new Map([...known, ...looked]));
  }

  private async look(lexemes: ReadonlyMap<string, 'names' | 'texts'>): Promise<Map<string, number>> {
    const known = await this.knownFrequencies([...lexemes.keys()]);
    const isUncounted = (lexeme: string): boolean => known.get(lexeme) === 0 || (!known.has(lexeme) && isLong(lexeme));
    const counted = await this.countLexemes(new Map([...lexemes].filter(([lexeme]) => isUncounted(lexeme))));
    return new Map([...lexemes.keys()].map((each) => [each, counted.get(each) ?? known.get(each) ?? 0]));
  }

  /** Undefined: the catalog is small, or was never counted. */
  private async fieldsOfLarge(): Promise<Remembered | undefined> {
    if (this.remembered && this.remembered.until > Date.now()) return this.remembered;
    const [{ large } = { large: false }] = await this.pool.read<{ large: boolean }>(IS_LARGE, []);
    if (!large) return undefined;
    const rows = await this.pool.read<{ field: string; documents: string; tokens: string }>(KNOWN_FIELDS, []);
    const counts = rows.length > 0 ? toCounts(rows) : await this.countFields();
    this.remembered = { until: Date.now() + REMEMBERED_MS, counts, frequencies: new Map() };
    return this.remembered;
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

function knownOf(lexemes: ReadonlyMap<string, unknown>, { frequencies }: Remembered): Map<string, number> {
  const known = new Map<string, number>();
  for (const lexeme of lexemes.keys()) {
    const frequency = frequencies.get(lexeme);
    if (frequency !== undefined) known.set(lexeme, frequency);
  }
  return known;
}

/** What is new may soon be in some document; in a field that no document has, nothing is to be expected. */
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

/** A word that is not in the dictionary is in no document, unless it is a chunk too long for the dictionary. */
function isLong(lexeme: string): boolean {
  return lexeme.length - lexeme.indexOf(':') - 1 > LONGEST_WHOLE;
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
