import { SEARCH_FIELDS, type BoundQuery } from '@app/search';
import { roundedLength } from '../../../libs/search/src/postgres/row/layout';
import type { ReferenceDocument } from './reference-document';
import { matches } from './reference-match';
import { phraseCount } from './reference-phrase';

type Leaf = Extract<BoundQuery, { kind: 'term' | 'phrase' }>;

/** Scores of bound queries over a set of documents, after Lucene's formula. Functions of documents are not scored here. */
export class ReferenceScore {
  constructor(private readonly documents: readonly ReferenceDocument[]) {}

  /** 0 where the document does not match. */
  of(query: BoundQuery, document: ReferenceDocument): number {
    if (!matches(query, document)) return 0;
    const sum = (parts: readonly BoundQuery[]): number => parts.reduce((all, each) => all + this.of(each, document), 0);
    switch (query.kind) {
      case 'none':
        return 0;
      case 'bool':
        return query.boost * (sum(query.must) + sum(query.should));
      case 'best': {
        const most = Math.max(...query.queries.map((each) => this.of(each, document)));
        return query.boost * (most + query.tieBreaker * (sum(query.queries) - most));
      }
      case 'term':
      case 'phrase':
        return this.relevance(query, document);
      case 'boosting': {
        const factor = matches(query.negative, document) ? query.negativeBoost : 1;
        return query.boost * factor * this.of(query.positive, document);
      }
      case 'functionScore':
        return query.boost * this.of(query.query, document);
      case 'all':
      case 'pattern':
      case 'keyword':
      case 'range':
      case 'exists':
      case 'ids':
      case 'nested':
      case 'constant':
        return query.boost;
    }
  }

  private relevance(leaf: Leaf, document: ReferenceDocument): number {
    const tokens = document.tokens.get(leaf.field) ?? [];
    if (leaf.kind === 'phrase' && leaf.prefix) {
      // The word that goes on matches, and does not score.
      return this.relevance({ ...leaf, tokens: leaf.tokens.slice(0, -1), prefix: false }, document);
    }
    const frequency =
      leaf.kind === 'term'
        ? tokens.filter(({ token }) => token === leaf.token).length
        : leaf.tokens.length === 1
          ? tokens.filter(({ token }) => token === leaf.tokens[0]).length
          : phraseCount(leaf, tokens);
    const counted = leaf.kind === 'term' ? [leaf.token] : leaf.tokens;
    const idf = counted.reduce((all, word) => all + this.idf(leaf.field, word), 0);
    const length = roundedLength(tokens.filter(({ stacked }) => !stacked).length);
    const norm = 1.2 * (0.25 + (0.75 * length) / this.averageLength(leaf.field));
    return (leaf.boost * 2.2 * idf * frequency) / (frequency + norm);
  }

  private idf(field: string, token: string): number {
    const having = this.having(field);
    const df = having.filter((each) => each.tokens.get(field)?.some((one) => one.token === token)).length;
    return Math.log(1 + (having.length - df + 0.5) / (df + 0.5));
  }

  private averageLength(field: string): number {
    const having = this.having(field);
    return having.reduce((all, each) => all + (each.tokens.get(field)?.length ?? 0), 0) / having.length;
  }

  private having(field: string): readonly ReferenceDocument[] {
    if (SEARCH_FIELDS[field]?.kind !== 'text') return [];
    return this.documents.filter((each) => (each.tokens.get(field)?.length ?? 0) > 0);
  }
}
