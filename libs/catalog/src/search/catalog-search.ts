import { AccessControl } from '@app/auth';
import { AppError } from '@app/common';
import type { Actor } from '@app/common';
import { SearchService } from '@app/search';
import type { SearchQuestion, SearchResult, ShownHit } from '@app/search';
import { Injectable } from '@nestjs/common';
import { SearchHierarchy } from './answer/hierarchy';
import { toResponse } from './answer/search-answer';
import type { SearchResponse } from './answer/search-answer';
import { FieldWarnings } from './ask/field-warnings';
import { typesOfIndex } from './ask/index-names';
import { visibleTo } from './ask/search-permission';
import { SHOWN_PATHS } from './export/result-rows';
import { SightedSearch } from './sight/sighted-engine';

/** A search as a caller asks it. */
export interface CatalogQuestion extends Omit<SearchQuestion, 'types'> {
  /** A name of the interface, `all`, or an entity type. */
  readonly index: string;
  /** Whether terms and domains are also shown in the tree that they are part of. */
  readonly hierarchy: boolean;
  /** Whether a field that no type has is refused instead of finding nothing. */
  readonly strict: boolean;
}

/** Which entities, in which order; all of them. */
export type SearchExport = Pick<
  CatalogQuestion,
  'q' | 'index' | 'strict' | 'deleted' | 'sortField' | 'sortOrder' | 'queryFilter' | 'postFilter'
>;

export interface FieldPage {
  readonly index: string;
  readonly from: number;
  readonly size: number;
  readonly deleted: boolean;
  readonly strict: boolean;
}

/** One completion of what is being typed. */
export interface Suggestion {
  /** What to show: the name for people, or the name. */
  readonly text: string;
  readonly entityType: string;
  readonly id: string;
  readonly name: string;
  readonly displayName?: string;
  readonly fullyQualifiedName: string;
}

/** What a question is that says nothing else. */
const PLAIN = {
  q: '*',
  deleted: false,
  from: 0,
  sortOrder: 'desc',
  totals: true,
  source: true,
  includeAggregations: false,
} as const;

const SUGGESTED = ['name', 'displayName', 'fullyQualifiedName'];

/** Hits of an export that are read at once. */
const PAGE = 1_000;

/** Finds entities of the searched types that the actor may see. */
@Injectable()
export class CatalogSearch {
  constructor(
    private readonly searches: SearchService,
    private readonly hierarchies: SearchHierarchy,
    private readonly warnings: FieldWarnings,
    private readonly access: AccessControl,
    private readonly sighted: SightedSearch,
  ) {}

  /** @throws {AppError} FORBIDDEN, BAD_REQUEST, SERVICE_UNAVAILABLE where search is down */
  async search(actor: Actor, { hierarchy, ...question }: CatalogQuestion): Promise<SearchResponse> {
    const result = await this.found(actor, question);
    return toResponse(result, hierarchy ? await this.hierarchies.of(actor, result.answer.hits) : undefined);
  }

  /** Entities of which one field has exactly a value; `*` in it stands for any characters. */
  async byField(actor: Actor, field: string, value: string, page: FieldPage): Promise<SearchResponse> {
    const { index, strict, ...asked } = page;
    const types = typesOfIndex(index);
    const question = { ...PLAIN, ...asked, types };
    const permission = visibleTo(this.access, actor, types);
    const judge = this.warnings.judge(strict);
    return toResponse(
      await this.searchesOf(actor).findByValue(question, { field, value }, permission, judge),
      undefined,
    );
  }

  /** What completes a text that is being typed, at most `size`. */
  async suggest(actor: Actor, text: string, index: string, size: number): Promise<Suggestion[]> {
    const types = typesOfIndex(index);
    const question = { ...PLAIN, types, size, source: SUGGESTED, totals: false };
    const permission = visibleTo(this.access, actor, types);
    const { answer } = await this.searchesOf(actor).complete(question, text, permission);
    return answer.hits.map(suggestionOf);
  }

  /**
   * The hits of a search, page by page, without an end; the first page is there when this resolves, so that whatever is wrong
   * with the question is known before anything is sent.
   */
  async pages(actor: Actor, asked: SearchExport): Promise<AsyncIterable<readonly ShownHit[]>> {
    const question = { ...PLAIN, ...asked, size: PAGE, totals: false, source: SHOWN_PATHS };
    const first = await this.pageOf(actor, question);
    return this.following(actor, question, first);
  }

  private async *following(
    actor: Actor,
    question: Omit<CatalogQuestion, 'hierarchy'>,
    first: readonly ShownHit[],
  ): AsyncGenerator<readonly ShownHit[]> {
    for (let page = first; page.length;) {
      yield page;
      const last = page.at(-1);
      if (!last || page.length < PAGE) return;
      page = await this.pageOf(actor, { ...question, searchAfter: [JSON.stringify(last.sort)] });
    }
  }

  /** @throws {AppError} SERVICE_UNAVAILABLE where the time ran out: a file that ends early would look complete */
  private async pageOf(actor: Actor, question: Omit<CatalogQuestion, 'hierarchy'>): Promise<readonly ShownHit[]> {
    const { hits, timedOut } = (await this.found(actor, question)).answer;
    if (timedOut) throw new AppError('SERVICE_UNAVAILABLE', 'search: the hits could not be read in time');
    return hits;
  }

  private searchesOf(actor: Actor): SearchService {
    return this.searches.through((engine) => this.sighted.for(actor, engine));
  }

  private found(
    actor: Actor,
    { index, strict, ...question }: Omit<CatalogQuestion, 'hierarchy'>,
  ): Promise<SearchResult> {
    const types = typesOfIndex(index);
    const permission = visibleTo(this.access, actor, types);
    return this.searchesOf(actor).search({ ...question, types }, permission, this.warnings.judge(strict));
  }
}

function suggestionOf({ id, entityType, source = {} }: ShownHit): Suggestion {
  const { name = '', displayName, fullyQualifiedName = '' } = source;
  return {
    text: displayName ?? name,
    entityType,
    id,
    name,
    ...(displayName === undefined ? {} : { displayName }),
    fullyQualifiedName,
  };
}
