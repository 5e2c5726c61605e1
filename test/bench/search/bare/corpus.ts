import type { Client } from 'pg';

/** Numbers of the index that stand in a search written by hand: they are looked up before it is measured. */
export class Corpus {
  private constructor(
    private readonly client: Client,
    private readonly fields: ReadonlyMap<string, { readonly documents: number; readonly average: number }>,
  ) {}

  static async of(client: Client): Promise<Corpus> {
    const { rows } = await client.query<{ field: string; documents: string; tokens: string }>(
      'select field, documents, tokens from search_statistic',
    );
    return new Corpus(
      client,
      new Map(
        rows.map(({ field, documents, tokens }) => {
          const all = Number(documents);
          return [field, { documents: all, average: Math.max(1, Number(tokens) / Math.max(1, all)) }];
        }),
      ),
    );
  }

  average(field: string): number {
    return this.fields.get(field)?.average ?? 1;
  }

  /** ln(1 + (N − df + 0.5) / (df + 0.5)); 0 for a word that the field does not have. */
  async idf(code: string, word: string): Promise<number> {
    const { rows } = await this.client.query<{ df: number }>(
      'select max(df) as df from search_term where field = $1 and term = $2',
      [code, word],
    );
    const df = rows[0]?.df ?? 0;
    const all = Math.max(this.fields.get(sourceOf(code))?.documents ?? 0, df);
    return df === 0 ? 0 : Math.log(1 + (all - df + 0.5) / (df + 0.5));
  }
}

/** The code under which the length of a field is kept. */
export function sourceOf(code: string): string {
  return code.endsWith('s') ? code.slice(0, -1) : code;
}
