import { AccessControl } from '@app/auth';
import type { Actor } from '@app/common';
import { Database } from '@app/database';
import {
  ALL,
  boolOf,
  keyword,
  type BoundQuery,
  type SearchAnswer,
  type SearchEngine,
  type SearchHit,
  type SearchRequest,
} from '@app/search';
import { Injectable } from '@nestjs/common';
import { joinFqn } from '../../fqn';
import { HiddenReferences } from '../../visibility/hidden-references';
import { nameKey } from '../../visibility/mentions';
import { hiddenTypes } from '../../visibility/sight';
import { Visibility } from '../../visibility/visibility';
import { visibleTo } from '../ask/search-permission';
import { changedBuckets, narrowedAggregations, queriesIn } from './narrowed-aggregations';
import { askedValues, narrowedQuery, type Narrowing } from './narrowed-query';
import { HiddenBelow } from './hidden-below';
import { referringField, speaksOfChildren, typesWithEntityChildren } from './referring-fields';

/** Referenced documents read per query. */
const MOST_NAMED = 1_000;

/**
 * Search for actors from whom rules hide some entities of a type: references to hidden entities are not matched, counted or
 * returned.
 */
@Injectable()
export class SightedSearch {
  constructor(
    private readonly database: Database,
    private readonly access: AccessControl,
    private readonly visibility: Visibility,
    private readonly references: HiddenReferences,
    private readonly below: HiddenBelow,
  ) {}

  /** The document filter of the entities of these types that the actor may see. @throws {AppError} FORBIDDEN if nothing of any of them */
  async permission(actor: Actor, types: readonly string[]): Promise<BoundQuery> {
    const seen = visibleTo(this.access, actor, types);
    const shown = await this.below.filter(actor, types);
    return shown ? boolOf({ filter: [seen, shown] }) : seen;
  }

  /** Whether the actor may see all entities of these types, which needs no statement. @throws {AppError} FORBIDDEN as `permission` does */
  isWhole(actor: Actor, types: readonly string[]): boolean {
    return !this.visibility.isRestricted(actor) && visibleTo(this.access, actor, types) === ALL;
  }

  /** Returns the engine itself if nothing can be hidden from the actor, the usual case. */
  for(actor: Actor, engine: SearchEngine): SearchEngine {
    const sight = this.visibility.sightOf(actor);
    if (sight === 'all') return engine;
    const partly = new Set(hiddenTypes(sight));
    const known = (types: readonly string[], by: string, values: readonly string[]): Promise<ReadonlySet<string>> =>
      this.visibleValues(actor, engine, types, by, values);
    const shown = (hits: readonly SearchHit[]): Promise<SearchHit[]> => this.shown(actor, partly, hits);
    return new SightedEngine(engine, partly, known, shown);
  }

  /** The values that belong to an entity visible to the actor, according to the documents of these entities. */
  private async visibleValues(
    actor: Actor,
    engine: SearchEngine,
    types: readonly string[],
    by: string,
    values: readonly string[],
  ): Promise<ReadonlySet<string>> {
    const viewable = types.filter((type) => this.access.scope(actor, 'ViewBasic', type) !== 'none');
    if (!viewable.length) return new Set();
    const lowered = viewable.map((type) => type.toLowerCase());
    const request: SearchRequest = {
      query: ALL,
      filter: [keyword('entityType', lowered), keyword(by, values)],
      permission: await this.permission(actor, viewable),
      from: 0,
      size: MOST_NAMED,
      sort: [
        { by: 'name.keyword', direction: 'asc' },
        { by: 'id', direction: 'asc' },
      ],
      totals: false,
      aggregations: {},
      source: true,
    };
    const member = by.replace('.keyword', '') as 'name' | 'fullyQualifiedName' | 'id';
    const visible = new Set<string>();
    for (let page = await engine.search(request); ;) {
      for (const { source } of page.hits) visible.add(String(source?.[member]).toLowerCase());
      const last = page.hits.at(-1);
      if (!last || !page.endsEarly) return visible;
      page = await engine.search({ ...request, size: MOST_NAMED - visible.size, searchAfter: last.sort });
    }
  }

  private async shown(actor: Actor, partly: ReadonlySet<string>, hits: readonly SearchHit[]): Promise<SearchHit[]> {
    const sources = hits.map(({ source }) => JSON.stringify(source ?? {}));
    const stripped = await this.references.strip(this.database, actor, sources);
    const contracts = await this.visibility.hiddenNames(this.database, actor, hits.flatMap(contractOf));
    const children = typesWithEntityChildren();
    return hits.map((hit, at) => {
      if (!hit.source) return hit;
      const source = withoutEmpty(JSON.parse(stripped[at] as string) as Record<string, unknown>);
      if (contractOf(hit).some((named) => contracts.has(nameKey(named)))) delete source.contract;
      if (children.get(hit.entityType)?.some((type) => partly.has(type))) delete source.children;
      if (partly.has('user')) delete source.totalVotes;
      return { ...hit, source };
    });
  }
}

class SightedEngine implements SearchEngine {
  constructor(
    private readonly engine: SearchEngine,
    private readonly partly: ReadonlySet<string>,
    private readonly known: (
      types: readonly string[],
      by: string,
      values: readonly string[],
    ) => Promise<ReadonlySet<string>>,
    private readonly shown: (hits: readonly SearchHit[]) => Promise<SearchHit[]>,
  ) {}

  async search(request: SearchRequest): Promise<SearchAnswer> {
    const narrowing = await this.narrowing(valuesOf(request));
    const narrow = (query: BoundQuery): BoundQuery => narrowedQuery(query, narrowing);
    const { sort, postFilter } = request;
    const aggregations = narrowedAggregations(request.aggregations, narrowing);
    const answer = await this.engine.search({
      ...request,
      query: narrow(request.query),
      filter: request.filter.map(narrow),
      ...(postFilter ? { postFilter: narrow(postFilter) } : {}),
      // Sorting by a partly hidden field would reveal its values.
      sort: sort.map((key) => (this.isPartial(key.by) ? { ...key, by: 'name.keyword' } : key)),
      aggregations,
    });
    const keys: [string, unknown][] = [];
    const isPartial = (field: string): boolean => this.isPartial(field);
    changedBuckets(aggregations, answer.aggregations, isPartial, (field, key) => keys.push([field, key]) > 0);
    const counted = await this.narrowing(keys);
    const keeps = (field: string, key: unknown): boolean => counted.allows(field, key);
    return {
      ...answer,
      hits: await this.shown(answer.hits),
      aggregations: changedBuckets(aggregations, answer.aggregations, isPartial, keeps),
    };
  }

  /** Looks up which of the values refer to a visible entity: one query per kind of field. */
  private async narrowing(values: readonly (readonly [string, unknown])[]): Promise<Narrowing> {
    const allowed = new Map<string, ReadonlySet<string>>();
    const fields = new Set(values.map(([field]) => field).filter((field) => this.isPartial(field)));
    for (const field of fields) {
      const { types, by } = referringField(field) ?? { types: [] };
      const asked = values.filter(([of]) => of === field).map(([, value]) => String(value).toLowerCase());
      if (by) allowed.set(field, await this.known(types, by, [...new Set(asked)]));
    }
    const children = [...typesWithEntityChildren()].filter(([, types]) => types.some((type) => this.partly.has(type)));
    return {
      isPartial: (field) => this.isPartial(field),
      allows: (field, value) => allowed.get(field)?.has(String(value).toLowerCase()) ?? false,
      childTypes: children.map(([type]) => type.toLowerCase()),
      speaksOfChildren,
    };
  }

  private isPartial(field: string): boolean {
    return referringField(field)?.types.some((type) => this.partly.has(type)) ?? false;
  }
}

function valuesOf({ query, filter, postFilter, aggregations }: SearchRequest): [string, unknown][] {
  const values: [string, unknown][] = [];
  const queries = [query, ...filter, ...(postFilter ? [postFilter] : []), ...queriesIn(aggregations)];
  for (const one of queries) askedValues(one, (field, value) => values.push([field, value]));
  return values;
}

/** The contract referenced in an asset's document. */
function contractOf({ source }: SearchHit): { type: string; fqn: string }[] {
  const { contract, fullyQualifiedName } = (source ?? {}) as {
    contract?: { name?: string };
    fullyQualifiedName?: string;
  };
  if (contract?.name === undefined || fullyQualifiedName === undefined) return [];
  return [{ type: 'dataContract', fqn: joinFqn(fullyQualifiedName, `dataContract_${contract.name}`) }];
}

/** Documents omit empty values. */
function withoutEmpty(source: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(source).filter(([, value]) => !Array.isArray(value) || value.length > 0));
}
