import { AppError, TimeSlice, type ErrorDetail } from '@app/common';
import type { AskVersion } from '@app/database';
import { Inject, Injectable } from '@nestjs/common';
import { shownSource } from './query/shown-source';
import { SEARCH_ENGINE, type MadeAnswer, type SearchEngine } from './backend/search-backend';
import { highlighter, type Highlight, type Highlighter } from './highlight/highlight';
import { bindQueryText } from './input/binding/bind-query-text';
import { isPlainWords, relaxed } from './input/binding/relaxed';
import { UnmappedFields, type UnmappedField } from './input/binding/unmapped-fields';
import { withMeetings } from './input/binding/word-meetings';
import { bindRequest } from './input/question/bind-request';
import { beginningOf, completionQuery, looserCompletion } from './input/question/completion-query';
import { fieldValueQuery } from './input/question/field-value-query';
import type { SearchQuestion } from './input/question/search-question';
import type { BoundQuery } from './query/bound-query';
import type { SearchAnswer, SearchHit, SearchRequest } from './query/search-request';

/**
 * Judges fields that the mapping does not have; asked before any engine is, and only where there are some. @throws {AppError} BAD_REQUEST
 * where such a field is refused
 */
export type UnmappedJudge = (fields: readonly UnmappedField[]) => Promise<readonly ErrorDetail[]>;

const unjudged: UnmappedJudge = () => Promise.resolve([]);

/** An answer, and where its hits are what was looked for. */
interface Found {
  readonly answer: SearchAnswer;
  readonly marksOf: (hit: SearchHit) => Highlight;
}

/** Answers searches on the engine of this process. Who may ask, and what they may see, is for the caller to say. */
@Injectable()
export class SearchService {
  constructor(@Inject(SEARCH_ENGINE) private readonly engine: SearchEngine) {}

  /** The same on an engine that stands before this one, such as one that leaves out what its caller may not see. */
  through(other: (engine: SearchEngine) => SearchEngine): SearchService {
    const engine = other(this.engine);
    return engine === this.engine ? this : new SearchService(engine);
  }

  /**
   * A text that is made by searches and follows from nothing but the index and its key: the cached one where the index is still the
   * same. What is made by a search that ran out of time, or whose fields are judged by more than the index, is not cached.
   * @param key identifies the text
   * @param make asks `searches`, whose answers are not cached, and has unmapped fields judged by what it is given
   * @param ask for the version of the index, where that costs no statement of its own
   */
  async textOf(
    key: string,
    judge: UnmappedJudge,
    make: (searches: SearchService, judge: UnmappedJudge) => Promise<string>,
    ask?: AskVersion,
  ): Promise<string> {
    const { cache } = this.engine;
    if (!cache) return make(this, judge);
    const made = async (): Promise<MadeAnswer<string>> => {
      let isCacheable = true;
      const search: SearchEngine['search'] = async (request, meanwhile) => {
        const answer = await cache.engine.search(request, meanwhile);
        if (answer.timedOut) isCacheable = false;
        return answer;
      };
      const judged: UnmappedJudge = (fields) => {
        isCacheable = false;
        return judge(fields);
      };
      const value = await make(new SearchService({ search }), judged);
      return { value, isCacheable };
    };
    return cache.answer(key, made, ask);
  }

  /**
   * If plain words find nothing with all filters, the rewrites of `relaxed` are tried.
   * @param permission what the caller may see
   * @throws {AppError} BAD_REQUEST, SERVICE_UNAVAILABLE
   */
  async search(
    question: SearchQuestion,
    permission: BoundQuery,
    judge: UnmappedJudge = unjudged,
  ): Promise<SearchResult> {
    const started = performance.now();
    const now = Date.now();
    const unmapped = new UnmappedFields();
    const query = bindQueryText(question.q, { now, noteField: unmapped.in('q') });
    const request = bindRequest(question, query, permission, unmapped, now);
    const warnings = await warningsOf(unmapped, judge);
    const found = await this.ask(withMeetings(request, question.q), highlighter(query));
    if (found.answer.timedOut || !isPlainWords(question.q) || (await this.hasFound(found, request)))
      return resultOf(question, found, started, warnings);
    for (const rewrittenQuery of relaxed(question.q)) {
      const other = await this.tried(rewrittenQuery, request, now);
      if (other) return { ...resultOf(question, other, started, warnings), rewrittenQuery };
    }
    return resultOf(question, found, started, warnings);
  }

  /** The entities of which a field has exactly a value, case aside; `*` in it stands for any characters. */
  async findByValue(
    question: SearchQuestion,
    { field, value }: { readonly field: string; readonly value: string },
    permission: BoundQuery,
    judge: UnmappedJudge,
  ): Promise<SearchResult> {
    const unmapped = new UnmappedFields();
    const query = fieldValueQuery(field, value, unmapped.in('fieldName'));
    const warnings = await warningsOf(unmapped, judge);
    const started = performance.now();
    const request = bindRequest(question, query, permission, new UnmappedFields(), Date.now());
    return resultOf(question, await this.ask(request), started, warnings);
  }

  /**
   * Entities whose names complete the text, best first, without highlights; `source` of the question names members of documents. A
   * beginning of too many words is one of whole names alone. Where no name does, a long last word shares only its beginning with them.
   */
  async complete(question: SearchQuestion, text: string, permission: BoundQuery): Promise<SearchResult> {
    const started = performance.now();
    const query = completionQuery(text);
    const request = bindRequest(question, query, permission, new UnmappedFields(), Date.now());
    const members = Array.isArray(question.source) ? { members: question.source as readonly string[] } : {};
    const ask = (asked: BoundQuery): Promise<Found> => this.ask({ ...request, ...members, query: asked }, unmarked);
    const found = await ask(query).catch((error: unknown) => {
      if (isRefusal(error)) return ask(beginningOf(text));
      throw error;
    });
    const { hits, timedOut } = found.answer;
    const looser = hits.length > 0 || timedOut ? undefined : looserCompletion(text);
    const shown = looser && (await ask(looser).catch(unlessRefused));
    return resultOf(question, shown ?? found, started, []);
  }

  /** The hits of a rewritten query, if any. It was not requested by the caller, so if it exceeds a limit it finds nothing. */
  private async tried(text: string, request: SearchRequest, now: number): Promise<Found | undefined> {
    try {
      const again = { ...request, query: bindQueryText(text, { now }) };
      const found = await this.ask(again);
      return (await this.hasFound(found, again)) ? found : undefined;
    } catch (error) {
      if (isRefusal(error)) return undefined;
      throw error;
    }
  }

  /** Hits are highlighted while they are counted, if the engine knows them by then. */
  private async ask(request: SearchRequest, mark = highlighter(request.query)): Promise<Found> {
    const marks = new Map<SearchHit, Highlight>();
    const marksOf = (hit: SearchHit): Highlight => {
      const known = marks.get(hit);
      if (known || !hit.source) return known ?? {};
      const made = mark(hit.source);
      marks.set(hit, made);
      return made;
    };
    const markAll = async (hits: readonly SearchHit[]): Promise<void> => {
      const slice = new TimeSlice();
      for (const hit of hits) {
        marksOf(hit);
        await slice.turn();
      }
    };
    const answer = await this.engine.search(request, markAll);
    await markAll(answer.hits);
    return { answer, marksOf };
  }

  /** A page behind the last hit is empty, too, and so is one of size 0. */
  private async hasFound({ answer: { total, hits } }: Found, request: SearchRequest): Promise<boolean> {
    if (hits.length || total) return hits.length > 0 || (total?.value ?? 0) > 0;
    const { searchAfter: _place, ...first } = request;
    const one = await this.engine.search({ ...first, from: 0, size: 1, source: false, aggregations: {} });
    return one.hits.length > 0;
  }
}

const unmarked: Highlighter = () => ({});

/** Nothing, of a query that the caller has not written. */
function unlessRefused(error: unknown): undefined {
  if (!isRefusal(error)) throw error;
}

const isRefusal = (error: unknown): boolean => error instanceof AppError && error.code === 'BAD_REQUEST';

async function warningsOf(unmapped: UnmappedFields, judge: UnmappedJudge): Promise<readonly ErrorDetail[]> {
  const fields = unmapped.list();
  return fields.length > 0 ? judge(fields) : [];
}

function resultOf(
  { source }: SearchQuestion,
  { answer, marksOf }: Found,
  started: number,
  warnings: readonly ErrorDetail[],
): SearchResult {
  const hits = answer.hits.map((hit): ShownHit => {
    if (!hit.source) return hit;
    const found = marksOf(hit);
    const shown = Array.isArray(source) ? shownSource(hit.source, source as readonly string[]) : hit.source;
    return { ...hit, source: shown, ...(Object.keys(found).length ? { highlight: found } : {}) };
  });
  return { answer: { ...answer, hits }, warnings, tookMs: Math.round(performance.now() - started) };
}

export interface ShownHit extends SearchHit {
  readonly highlight?: Highlight;
}

export interface SearchResult {
  readonly answer: Omit<SearchAnswer, 'hits'> & { readonly hits: readonly ShownHit[] };
  /** The query text that found these hits, where the one that was asked found nothing. */
  readonly rewrittenQuery?: string;
  /** Fields that were asked for and that nothing has. */
  readonly warnings: readonly ErrorDetail[];
  readonly tookMs: number;
}
