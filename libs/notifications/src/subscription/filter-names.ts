import { entityTypes, inTransaction, Visibility } from '@app/catalog';
import { invalidFields, isUuid, type Actor } from '@app/common';
import { query, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { SubscriptionFilter } from '../document/subscription';

/** The types that each list of names is about. */
const KINDS = {
  owners: ['user', 'team'],
  domains: ['domain'],
  tags: ['tag', 'glossaryTerm'],
  contracts: ['dataContract'],
  consumers: ['user', 'team'],
  assets: entityTypes.all().map(({ type }) => type),
} as const;
type List = keyof typeof KINDS;
const LISTS = Object.keys(KINDS) as List[];

interface NamedRow {
  readonly id: string;
  readonly type: string;
  readonly fqn: string;
}

/** Checks what the filter of a subscription names. */
@Injectable()
export class FilterNames {
  constructor(private readonly visibility: Visibility) {}

  /**
   * The filter with FQNs in place of ids, by which events are compared. Contracts have to be there, and to be visible to the actor; users,
   * teams, domains and tags may come later, with their first login or the next ingestion.
   *
   * @param kept names that the subscription has already stay, even if the named entities are deleted
   * @throws {AppError} BAD_REQUEST, the same for what is hidden as for what is not there
   */
  async checked(
    tx: Transaction,
    actor: Actor,
    filter: SubscriptionFilter,
    kept: SubscriptionFilter = {},
  ): Promise<SubscriptionFilter> {
    const sent = LISTS.flatMap((list) => filter[list] ?? []);
    const ids = sent.filter(isUuid);
    const contracts = filter.contracts ?? [];
    if (!ids.length && !contracts.length) return filter;
    const found = await query<NamedRow>(tx, NAMED, [Object.values(KINDS).flat(), ids, contracts]);
    const seen = await this.visibility.seenOf(inTransaction(tx), actor, found);
    const faults: { field: string; message: string }[] = [];
    const fqnOf = (list: List, name: string, at: number): string => {
      const types: readonly string[] = KINDS[list];
      const isNamed = ({ id, fqn }: NamedRow): boolean => fqn === name || id === name.toLowerCase();
      const fqn = seen.find((one) => types.includes(one.type) && isNamed(one))?.fqn;
      if (fqn === undefined && list === 'contracts' && !kept.contracts?.includes(name))
        faults.push({ field: `filter.contracts[${at}]`, message: NO_CONTRACT });
      return fqn ?? name;
    };
    const lists = LISTS.flatMap((list) => {
      const names = filter[list]?.map((name, at) => fqnOf(list, name, at));
      return names ? [[list, [...new Set(names)]] as const] : [];
    });
    if (faults.length) throw invalidFields(faults);
    return { ...filter, ...Object.fromEntries(lists) };
  }
}

const NO_CONTRACT = 'names no contract that you may view; contracts are named by their fullyQualifiedName';

const NAMED = `
  select e.id::text, e.type, e.fqn from entity e
   where e.id = any($2::uuid[]) and e.type = any($1::text[]) and e.deleted_by is null
   union
  select e.id::text, e.type, e.fqn from entity e join unnest($3::text[]) w(fqn) on md5(e.fqn)::uuid = md5(w.fqn)::uuid and e.fqn = w.fqn
   where e.type = 'dataContract' and e.deleted_by is null`;
