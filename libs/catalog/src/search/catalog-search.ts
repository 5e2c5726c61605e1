import { AppError, badRequest, type Actor } from '@app/common';
import { LARGE_PAGE, LargeReads, type AskVersion } from '@app/database';
import { ALL, SearchService, type SearchQuestion, type SearchResult, type ShownHit } from '@app/search';
import { Injectable } from '@nestjs/common';
import { SearchHierarchy } from './answer/hierarchy';
import { toResponse, withoutScores, type SearchResponse } from './answer/search-answer';
import { FieldWarnings } from './ask/field-warnings';
import { typesOfIndex } from './ask/index-names';
import { completionKey, responseKey } from './ask/cache-keys';
import { SHOWN_PATHS } from './export/result-rows';
import { begun } from '../transfer/export/entity-pages';
import { Visibility } from '../visibility/visibility';
import { SightedSearch } from './sight/sighted-engine';

export interface CatalogQuestion extends Omit<SearchQuestion, 'types'> {
  /** An index name of the API, `all`, or an entity type. */
  readonly index: string;
  /** Whether terms and domains are also returned as a hierarchy. */
  readonly hierarchy: boolean;
  /** Whether a field that no type has is rejected instead of matching nothing. */
  readonly strict: boolean;
}

/** Filter and order of an export; always all matching entities. */
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

/** The index of completions, and how many. */
type CompletionPage = Pick<CatalogQuestion, 'index' | 'size'>;

/** One completion of a typed prefix. */
export interface Suggestion {
  /** Text to display: the display name, or the name. */
  readonly text: string;
  readonly entityType: string;
  readonly id: string;
  readonly name: string;
  readonly displayName?: string;
  readonly fullyQualifiedName: string;
  /** The contract of an asset; a contract itself. */
  readonly contract?: Readonly<Record<'name' | 'entityStatus' | 'latestStatus', string | undefined>>;
}

/** Defaults of a search. */
const PLAIN = {
  q: '*',
  deleted: false,
  from: 0,
  sortOrder: 'desc',
  totals: true,
  source: true,
  includeAggregations: false,
} as const;

const SUGGESTED = ['name', 'displayName', 'fullyQualifiedName', 'contract'];

type MadeText = Parameters<SearchService['textOf']>[2];

type HitPage = Pick<SearchResult['answer'], 'hits' | 'endsEarly'>;

/** Characters of a usual text to search for. A longer one is fifty words or more, each looked for in every field: tenths of a second of work. */
const LONG_TEXT = 500;
/** Characters of usual filters and aggregations together. */
const LONG_FILTERS = 2_000;

/** Hits read per page of an export. */
const PAGE = 1_000;

/** Finds entities of the searched types that are visible to the actor. */
@Injectable()
export class CatalogSearch {
  constructor(
    private readonly searches: SearchService,
    private readonly hierarchies: SearchHierarchy,
    private readonly warnings: FieldWarnings,
    private readonly sighted: SightedSearch,
    private readonly visibility: Visibility,
    private readonly large: LargeReads,
  ) {}

  /** @throws {AppError} FORBIDDEN, BAD_REQUEST, SERVICE_UNAVAILABLE if search is down */
  async search(actor: Actor, { hierarchy, ...question }: CatalogQuestion): Promise<SearchResponse> {
    this.requireScoreless(actor, question);
    const result = await this.found(actor, question);
    const shown = hierarchy ? await this.hierarchies.of(actor, result.answer.hits) : undefined;
    return this.response(actor, toResponse(result, shown));
  }

  /**
   * The response to `search` as JSON: cached where it follows from what is asked and the index, for callers from whom nothing is hidden.
   * @param ask for the version of the index beside another question; called before anything is awaited
   */
  async searchText(actor: Actor, question: CatalogQuestion, ask?: AskVersion): Promise<string> {
    const key = isLarge(question) ? undefined : responseKey(question);
    if (key === undefined || !this.sighted.isWhole(actor, typesOfIndex(question.index)))
      return JSON.stringify(await this.search(actor, question));
    const started = performance.now();
    const judged = this.warnings.judge(question.strict);
    const made: MadeText = async (searches, judge) => {
      const { index, strict: _strict, hierarchy: _hierarchy, ...more } = question;
      const asked = { ...more, types: typesOfIndex(index), askedBy: actor.id };
      const { took: _took, ...response } = toResponse(await searches.search(asked, ALL, judge));
      return JSON.stringify(response);
    };
    const text = await this.searches.textOf(key, judged, made, ask);
    return `{"took":${Math.round(performance.now() - started)},${text.slice(1)}`;
  }

  /** Entities with an exact value in one field; `*` in the value matches any characters. */
  async byField(actor: Actor, field: string, value: string, page: FieldPage): Promise<SearchResponse> {
    const { index, strict, ...asked } = page;
    const types = typesOfIndex(index);
    const question = { ...PLAIN, ...asked, types, askedBy: actor.id };
    const permission = await this.sighted.permission(actor, types);
    const judge = this.warnings.judge(strict);
    const result = await this.searchesOf(actor).findByValue(question, { field, value }, permission, judge);
    return this.response(actor, toResponse(result));
  }

  /** Completions of a typed prefix, at most `size`. */
  async suggest(actor: Actor, text: string, index: string, size: number): Promise<Suggestion[]> {
    const question = suggestQuestion(actor, index, size);
    const permission = await this.sighted.permission(actor, question.types);
    const { answer } = await this.large.read(text.length > LONG_TEXT, () =>
      this.searchesOf(actor).complete(question, text, permission),
    );
    return answer.hits.map(suggestionOf);
  }

  /** The response with these completions as JSON, cached as that of a search is. @param ask see `searchText` */
  async suggestText(actor: Actor, text: string, page: CompletionPage, ask?: AskVersion): Promise<string> {
    const { index, size } = page;
    if (text.length > LONG_TEXT || !this.sighted.isWhole(actor, typesOfIndex(index)))
      return JSON.stringify({ suggestions: await this.suggest(actor, text, index, size) });
    const made: MadeText = async (searches) => {
      const { answer } = await searches.complete(suggestQuestion(actor, index, size), text, ALL);
      return JSON.stringify({ suggestions: answer.hits.map(suggestionOf) });
    };
    return this.searches.textOf(completionKey(text, index, size), this.warnings.judge(false), made, ask);
  }

  /**
   * All hits of a search, page by page; the first page is read before this resolves, so that errors are reported before the
   * response starts.
   */
  async pages(actor: Actor, asked: SearchExport): Promise<AsyncIterable<readonly ShownHit[]>> {
    return begun(this.everyPage(actor, { ...PLAIN, ...asked, size: PAGE, totals: false, source: SHOWN_PATHS }));
  }

  private async *everyPage(
    actor: Actor,
    asked: Omit<CatalogQuestion, 'hierarchy'>,
  ): AsyncGenerator<HitPage['hits'], void> {
    for (let question = asked; ;) {
      const { hits, endsEarly } = await this.pageOf(actor, question);
      yield hits;
      const last = hits.at(-1);
      if (!last || (hits.length < PAGE && !endsEarly)) return;
      question = { ...asked, searchAfter: [JSON.stringify(last.sort)] };
    }
  }

  /** @throws {AppError} SERVICE_UNAVAILABLE on a timeout: a truncated file would look complete */
  private async pageOf(actor: Actor, question: Omit<CatalogQuestion, 'hierarchy'>): Promise<HitPage> {
    const { answer } = await this.found(actor, question, true);
    if (answer.timedOut) throw new AppError('SERVICE_UNAVAILABLE', 'search: the hits could not be read in time');
    return answer;
  }

  private response(actor: Actor, response: SearchResponse): SearchResponse {
    return this.visibility.isRestricted(actor) ? withoutScores(response) : response;
  }

  /** A cursor in the order by scores would reveal scores. @throws {AppError} BAD_REQUEST */
  private requireScoreless(actor: Actor, { searchAfter, sortField }: Omit<CatalogQuestion, 'hierarchy'>): void {
    const isByScore = sortField === undefined || sortField.text === '_score';
    if (!searchAfter || !isByScore || !this.visibility.isRestricted(actor)) return;
    const message = 'needs a sortField for callers from whom something is hidden: they are told no scores';
    throw badRequest(`search_after: ${message}`, [{ field: 'search_after', message }]);
  }

  private searchesOf(actor: Actor): SearchService {
    return this.searches.through((engine) => this.sighted.for(actor, engine));
  }

  private async found(
    actor: Actor,
    { index, strict, ...question }: Omit<CatalogQuestion, 'hierarchy'>,
    isExport = false,
  ): Promise<SearchResult> {
    const types = typesOfIndex(index);
    const permission = await this.sighted.permission(actor, types);
    const judge = this.warnings.judge(strict);
    const asked = { ...question, types, askedBy: actor.id };
    const read = (): Promise<SearchResult> => this.searchesOf(actor).search(asked, permission, judge);
    // An export that has begun is not refused: what was sent would look complete.
    return question.searchAfter && isExport ? this.large.turn(read) : this.large.read(isLarge(question), read);
  }
}

/** Whether a search is for many hits or words: each word is looked for in each field. */
function isLarge({ size, q, ...more }: Omit<SearchQuestion, 'types'>): boolean {
  const filters = [more.queryFilter, more.postFilter, more.aggregations];
  const characters = filters.reduce((sum, filter) => sum + (filter?.text.length ?? 0), 0);
  return size > LARGE_PAGE || q.length > LONG_TEXT || characters > LONG_FILTERS;
}

function suggestQuestion(actor: Actor, index: string, size: number): SearchQuestion {
  return { ...PLAIN, types: typesOfIndex(index), size, source: SUGGESTED, totals: false, askedBy: actor.id };
}

function suggestionOf({ id, entityType, source = {} }: ShownHit): Suggestion {
  const { name = '', displayName, fullyQualifiedName = '', contract } = source as Partial<Suggestion>;
  return {
    text: displayName ?? name,
    entityType,
    id,
    name,
    ...(displayName === undefined ? {} : { displayName }),
    fullyQualifiedName,
    ...(contract === undefined ? {} : { contract }),
  };
}
