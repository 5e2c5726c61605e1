import { joinFqn, Visibility } from '@app/catalog';
import type { Actor } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { relationKey, type Relation } from './tool-report';

/** Contract of a relation by its id, or why there is none. */
export type FoundContractOf = { readonly contract: string } | { readonly reason: string };

/** Services that are looked at. */
const MOST_SERVICES = 100;
/** FQNs a statement. */
const BLOCK = 5_000;

const SERVICES = {
  name: 'services-of-relations',
  text: `select e.id::text as id, e.fqn, e.body ->> 'serviceType' as "serviceType" from entity e
          where e.type = 'databaseService' and e.deleted_by is null order by e.fqn limit ${MOST_SERVICES}`,
};

const TABLES = {
  name: 'contracts-of-relations',
  text: `select t.id::text as id, t.fqn, e.id::text as contract
           from unnest($1::text[]) named (fqn)
           join entity t on t.type = 'table' and md5(t.fqn)::uuid = md5(named.fqn)::uuid and t.fqn = named.fqn and t.deleted_by is null
           left join contract c on c.asset = t.node and c.live left join entity e on e.node = c.node`,
};

interface ServiceRow {
  readonly id: string;
  readonly fqn: string;
  readonly serviceType: string | null;
}

interface TableRow {
  readonly id: string;
  readonly fqn: string;
  readonly contract: string | null;
}

/** Contracts of the tables that a report names as its database does: database, schema, name. */
@Injectable()
export class RelationContracts {
  constructor(
    private readonly database: Database,
    private readonly visibility: Visibility,
  ) {}

  /**
   * By the keys of the relations. What the actor may not see is no table.
   *
   * @param platform type of the service, where there are several
   */
  async of(
    actor: Actor,
    relations: readonly Relation[],
    platform: string | undefined,
  ): Promise<ReadonlyMap<string, FoundContractOf>> {
    const services = await this.services(actor, platform);
    const places = new Map(relations.map((relation) => [relationKey(relation), placesOf(relation, services)]));
    const tables = await this.tables(actor, [...new Set([...places.values()].flat(2))]);
    return new Map([...places].map(([key, spellings]) => [key, foundOf(spellings, tables)]));
  }

  /** Lists services of the platform, or all where none is of it. */
  private async services(actor: Actor, platform: string | undefined): Promise<readonly string[]> {
    const rows = await this.database.read<ServiceRow>(SERVICES, []);
    const hidden = await this.hidden(actor, 'databaseService', rows);
    const seen = rows.filter(({ id }) => !hidden.has(id));
    const ofPlatform = seen.filter(({ serviceType }) => serviceType?.toLowerCase() === platform?.toLowerCase());
    return (ofPlatform.length > 0 ? ofPlatform : seen).map(({ fqn }) => fqn);
  }

  private async tables(actor: Actor, fqns: readonly string[]): Promise<ReadonlyMap<string, TableRow>> {
    const found = new Map<string, TableRow>();
    for (let from = 0; from < fqns.length; from += BLOCK) {
      const rows = await this.database.read<TableRow>(TABLES, [fqns.slice(from, from + BLOCK)]);
      const hidden = await this.hidden(actor, 'table', rows);
      const contracts = rows.flatMap(({ contract }) => (contract === null ? [] : { id: contract }));
      const secret = await this.hidden(actor, 'dataContract', contracts);
      for (const { contract, ...row } of rows)
        if (!hidden.has(row.id))
          found.set(row.fqn, { ...row, contract: contract !== null && secret.has(contract) ? null : contract });
    }
    return found;
  }

  private hidden(actor: Actor, type: string, objects: readonly { readonly id: string }[]) {
    return this.visibility.hiddenOf(
      this.database,
      actor,
      objects.map(({ id }) => ({ id, type })),
    );
  }
}

/** FQNs that the relation may have: as it is written, then as platforms that fold names store it; each in every service. */
function placesOf({ database, schema, name }: Relation, services: readonly string[]): string[][] {
  const written = [database, schema, name];
  const spellings = [written, written.map((part) => part.toUpperCase()), written.map((part) => part.toLowerCase())];
  return spellings.map((parts) => services.map((service) => joinFqn(service, ...parts)));
}

function foundOf(spellings: readonly (readonly string[])[], tables: ReadonlyMap<string, TableRow>): FoundContractOf {
  const found = spellings.map((fqns) => fqns.flatMap((fqn) => tables.get(fqn) ?? [])).find((rows) => rows.length > 0);
  const [table, ...others] = found ?? [];
  if (!table) return { reason: 'it is no table of the catalog' };
  const governed = [table, ...others].flatMap(({ contract }) => contract ?? []);
  if (governed.length > 1)
    return { reason: `it is a table of several services: ${found!.map(({ fqn }) => fqn).join(', ')}` };
  return governed[0] === undefined ? { reason: `${table.fqn} has no contract` } : { contract: governed[0] };
}
