import { EntityFinder, member, type Reference, Visibility } from '@app/catalog';
import { groupBy, type Actor } from '@app/common';
import { Database } from '@app/database';
import { ImpactWalker } from '@app/lineage';
import { Injectable } from '@nestjs/common';
import { SuggestionRepository, type SuggestedRow } from './suggestion.repository';

/** Hops downstream whose assets' owners are suggested. */
const HOPS = 2;
const MOST_SUGGESTIONS = 100;
/** Pieces of evidence that one suggestion shows. */
const MOST_EVIDENCE = 20;

/** Why a user or team is thought to rely on a contract. */
export interface ConsumerEvidence {
  readonly kind: 'lineage' | 'query';
  /** An asset of theirs that is made of the contract's. */
  readonly asset?: Reference;
  readonly hops?: number;
  /** A query of theirs that uses it. */
  readonly query?: Reference;
  /** When it last ran, in epoch ms. */
  readonly lastAt?: number;
}

export interface SuggestedConsumer {
  readonly party: Reference;
  /** Paths of columns that their assets are made of, if lineage has them for all. */
  readonly columns?: readonly string[];
  readonly evidence: readonly ConsumerEvidence[];
}

/** Finds who seems to rely on a contract and has not said so, by lineage and by queries. */
@Injectable()
export class ConsumerSuggestions {
  constructor(
    private readonly database: Database,
    private readonly finder: EntityFinder,
    private readonly visibility: Visibility,
    private readonly walker: ImpactWalker,
    private readonly suggestions: SuggestionRepository,
  ) {}

  /**
   * Those with most evidence first, then by name. Without declared consumers, owners of the contract or its asset, bots and hidden users.
   *
   * @throws {AppError} NOT_FOUND
   */
  async of(actor: Actor, id: string): Promise<{ readonly data: readonly SuggestedConsumer[] }> {
    const { node } = await this.finder.findFor(actor, 'ViewBasic', 'dataContract', { id });
    const roots = await this.suggestions.assetsOf(node);
    const reached = await this.walker.walk(actor, { roots, depth: HOPS });
    const hops = reached.map(({ node: asset, hop }) => ({ asset, hop }));
    const rows = await this.suggestions.rows(node, roots, hops);
    const named = rows.flatMap(({ party, query }) => [party, ...(query ? [query] : [])]);
    const seen = new Set((await this.visibility.seenOf(this.database, actor, named)).map((one) => one.id));
    const visible = rows.filter(({ party, query }) => seen.has(party.id) && (!query || seen.has(query.id)));
    const parties = [...groupBy(visible, ({ party }) => party.id).values()];
    return { data: parties.sort(byEvidence).slice(0, MOST_SUGGESTIONS).map(suggested) };
  }
}

function byEvidence(one: readonly SuggestedRow[], other: readonly SuggestedRow[]): number {
  const more = other.length - one.length;
  return more || (one[0]!.party.name < other[0]!.party.name ? -1 : 1);
}

function suggested(rows: readonly SuggestedRow[]): SuggestedConsumer {
  const isTold = rows.every(({ columns }) => columns !== null);
  const columns = isTold ? [...new Set(rows.flatMap((row) => row.columns ?? []))].sort() : undefined;
  return {
    party: rows[0]!.party,
    ...member('columns', columns),
    evidence: rows
      .slice(0, MOST_EVIDENCE)
      .map(({ asset, hop, query, last_at }) =>
        query
          ? { kind: 'query', query, ...member('lastAt', last_at === null ? undefined : Number(last_at)) }
          : { kind: 'lineage', ...member('asset', asset), ...member('hops', hop) },
      ),
  };
}
