import type { BestQuery, BoolQuery, BoostingQuery, BoundQuery } from '../../query/bound-query';
import { leastShould } from '../compile/compile-query';
import { held } from '../compile/compiled';
import { NOT_IN_MEMORY, NOTHING, numbersOf, scoreAt, type DocumentSets, type Found } from './document-sets';
import type { MemoryIndex } from './memory-index';
import { MemoryLeaf } from './memory-leaf';

/**
 * Looks for queries in an index in memory. What is found, and each score to its last bit, is what `compileQuery` says in SQL: both work
 * with doubles, in the same order.
 */
export class MemoryQuery {
  private readonly leaf: MemoryLeaf;

  constructor(
    private readonly index: MemoryIndex,
    private readonly sets: DocumentSets,
  ) {
    this.leaf = new MemoryLeaf(index, sets);
  }

  /** @throws {NOT_IN_MEMORY} */
  found(query: BoundQuery): Found {
    switch (query.kind) {
      case 'all':
        return { documents: this.index.all, score: query.boost };
      case 'none':
        return NOTHING;
      case 'bool':
        return this.bool(query);
      case 'best':
        return this.best(query);
      case 'term':
        return this.leaf.term(query);
      case 'phrase':
        return this.leaf.phrase(query);
      case 'boosting':
        return this.boosting(query);
      case 'constant':
        return { documents: this.found(query.query).documents, score: query.boost };
      case 'pattern':
        return { documents: this.leaf.pattern(query), score: query.boost };
      case 'keyword':
        return { documents: this.leaf.keyword(query), score: query.boost };
      case 'range':
        return { documents: this.leaf.range(query), score: query.boost };
      case 'exists':
        return { documents: this.leaf.exists(query), score: query.boost };
      case 'ids':
        return { documents: this.leaf.ids(query), score: query.boost };
      case 'nested':
      case 'functionScore':
        throw NOT_IN_MEMORY;
    }
  }

  private bool(query: BoolQuery): Found {
    const [must, should, filter, mustNot] = [query.must, query.should, query.filter, query.mustNot].map((queries) =>
      queries.map((each) => this.found(each)),
    ) as [Found[], Found[], Found[], Found[]];
    const documents = this.sets.matching({
      all: [...must, ...filter].map((each) => each.documents),
      least: leastShould(query),
      some: should.map((each) => each.documents),
      none: mustNot.map((each) => each.documents),
    });
    const scored = [...must, ...should].filter(({ score }) => score !== 0);
    if (scored.length === 0) return { documents, score: 0 };
    return boosted({ documents, score: this.sets.sums(documents, scored) }, query.boost);
  }

  private best({ queries, tieBreaker, boost }: BestQuery): Found {
    const parts = queries.map((each) => this.found(each)).filter(({ documents }) => documents.length > 0);
    const [only, second] = parts;
    if (!only) return NOTHING;
    if (!second) return boosted(only, boost);
    const documents = this.sets.anyOf(parts.map((each) => each.documents));
    const scored = parts.filter(({ score }) => score !== 0);
    if (scored.length === 0) return { documents, score: 0 };
    return boosted({ documents, score: this.sets.greatest(documents, scored, tieBreaker) }, boost);
  }

  private boosting({ positive, negative, negativeBoost, boost }: BoostingQuery): Found {
    const { documents, score } = this.found(positive);
    const scores = this.sets.flagged(this.found(negative).documents, (isNegative) =>
      numbersOf(documents, (document, nth) => scoreAt(score, nth) * (isNegative[document] ? held(negativeBoost) : 1)),
    );
    return boosted({ documents, score: scores }, boost);
  }
}

function boosted({ documents, score }: Found, boost: number): Found {
  if (boost === 1) return { documents, score };
  if (typeof score === 'number') return { documents, score: score * boost };
  const factor = held(boost);
  return { documents, score: numbersOf(documents, (_, nth) => held((score[nth] as number) * factor)) };
}
