import { nameKey, Visibility } from '@app/catalog';
import type { Actor } from '@app/common';
import { Database, STATEMENT_MS } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { SubscriptionFilter } from '../document/subscription';

/** An entity that something happened to. */
export interface Happened {
  readonly id: string;
  readonly type: string;
  readonly fullyQualifiedName: string;
}

interface FactRow {
  readonly id: string;
  readonly asset_type: string | null;
  readonly is_held: boolean;
}

/** Finds those of some entities that a subscription is about. */
@Injectable()
export class EventFacts {
  constructor(
    private readonly database: Database,
    private readonly visibility: Visibility,
  ) {}

  /**
   * Ids of the entities that the filter lets pass. Owners and domains are inherited, and a contract has those and the tags of its asset
   * too. An entity that was removed for good has none of these any more. What is named in the filter and hidden from the reader finds
   * nothing.
   */
  async matching(
    reader: Actor,
    filter: SubscriptionFilter,
    happened: readonly Happened[],
  ): Promise<ReadonlySet<string>> {
    const { entityTypes, contracts } = filter;
    const asksForHolders = Boolean(filter.owners ?? filter.domains ?? filter.tags ?? filter.assets ?? filter.consumers);
    const named = contracts
      ? happened.filter(
          ({ type, fullyQualifiedName }) => type === 'dataContract' && contracts.includes(fullyQualifiedName),
        )
      : happened;
    if ((!entityTypes && !asksForHolders) || !named.length) return new Set(named.map(({ id }) => id));
    const rows = await this.facts(reader, filter, [...new Set(named.map(({ id }) => id))]);
    const facts = new Map(rows.map((row) => [row.id, row]));
    const passes = ({ id, type }: Happened): boolean => {
      const fact = facts.get(id);
      const isOfType = !entityTypes || entityTypes.includes(type) || entityTypes.includes(fact?.asset_type ?? '');
      return isOfType && (fact?.is_held ?? !asksForHolders);
    };
    return new Set(named.filter(passes).map(({ id }) => id));
  }

  private async facts(reader: Actor, filter: SubscriptionFilter, ids: readonly string[]): Promise<FactRow[]> {
    const { owners, domains, tags, consumers } = await this.visible(reader, filter);
    const lists = [owners, domains, tags, filter.assets, consumers].map((list) => list ?? null);
    return this.database.read<FactRow>(FACTS, [ids, ...lists]);
  }

  private async visible(reader: Actor, filter: SubscriptionFilter): Promise<SubscriptionFilter> {
    const lists = NAMING.flatMap(([list, types]) => (filter[list] ? [[list, types, filter[list]] as const] : []));
    const names = lists.flatMap(([, types, fqns]) => types.flatMap((type) => fqns.map((fqn) => ({ type, fqn }))));
    const hidden = await this.visibility.hiddenNames(this.database, reader, names);
    const isSeen = (types: readonly string[]) => (fqn: string) =>
      !types.some((type) => hidden.has(nameKey({ type, fqn })));
    return Object.fromEntries(lists.map(([list, types, fqns]) => [list, fqns.filter(isSeen(types))]));
  }
}

/** The lists of names of which some may be hidden, and what they name. */
const NAMING = [
  ['owners', ['user', 'team']],
  ['consumers', ['user', 'team']],
  ['domains', ['domain']],
  ['tags', ['tag', 'glossaryTerm']],
] as const satisfies readonly (readonly [keyof SubscriptionFilter, readonly string[]])[];

/** Nodes of entities of some types by their FQNs. */
const named = (types: string, bound: string): string => `
  (select t.node from entity t join unnest(${bound}::text[]) w(fqn) on md5(t.fqn)::uuid = md5(w.fqn)::uuid and t.fqn = w.fqn
    where t.type in (${types}))`;

/** Whether the nearest entity of the line that has such a reference refers to one of the named ones. */
const held = (relation: string, types: string, bound: string): string => `
  (${bound}::text[] is null or coalesce((
    select bool_or(r.to_node in ${named(types, bound)})
      from entity_reference r where r.relation = '${relation}' and r.from_node = (
        select l.node from line l where exists (
          select from entity_reference x where x.from_node = l.node and x.relation = '${relation}') order by l.depth limit 1)), false))`;

const FACTS = {
  name: 'facts-of-events',
  text: `
  select e.id::text, a.type as asset_type, f.is_held
    from entity e left join contract c on c.node = e.node left join entity a on a.node = c.asset
   cross join lateral (
     with recursive line (node, parent, depth) as (
       select e.node, e.parent, 0
       union all
       select p.node, p.parent, l.depth + 1 from line l join entity p on p.node = l.parent)
     select ${held('owners', `'user', 'team'`, '$2')} and ${held('domains', `'domain'`, '$3')}
        and ($4::text[] is null or exists (
          select from tag_usage u join unnest($4::text[]) w(fqn) on md5(u.tag_fqn)::uuid = md5(w.fqn)::uuid and u.tag_fqn = w.fqn
           where u.node in (e.node, c.asset)))
        and ($5::text[] is null or coalesce(a.fqn, e.fqn) = any($5::text[]))
        and ($6::text[] is null or exists (
          select from contract_consumer d
           where d.contract = e.node and coalesce(d.until > ${STATEMENT_MS}, true) and d.party in ${named(`'user', 'team'`, '$6')})) as is_held) f
   where e.id = any($1::uuid[])`,
};
