import { KnownValues } from '@app/common';
import { analyze, VALUE_GAP, type Token } from '../../analysis/analyzer';
import { porterStem } from '../../analysis/text-form';
import type { Analysis } from '../../document/search-field';

/** The part of a token that the index stores. */
export type IndexedToken = Pick<Token, 'token' | 'position' | 'stacked'>;

/** Names and short descriptions: other documents have many of them, too. */
const SHORT = new KnownValues<readonly Token[]>(4_000, 120);

/** The tokens of one document's texts, each text read once: both analyses split alike, and stems are those of the parts. */
export class AnalysedTexts {
  private readonly known = new Map<string, readonly Token[]>();

  /** The tokens of `analyzeValues`. */
  of(values: readonly string[], analysis: Analysis): IndexedToken[] {
    const all: IndexedToken[] = [];
    let offset = 0;
    for (const value of values) {
      const tokens = this.partsOf(value);
      for (const { token, position, stacked } of tokens)
        all.push({ token: analysis === 'stem' ? porterStem(token) : token, position: position + offset, stacked });
      offset += (tokens.at(-1)?.position ?? -1) + 1 + VALUE_GAP;
    }
    return all;
  }

  private partsOf(value: string): readonly Token[] {
    const known = this.known.get(value);
    if (known) return known;
    const tokens = SHORT.of(value, () => analyze(value, 'parts'));
    this.known.set(value, tokens);
    return tokens;
  }
}
