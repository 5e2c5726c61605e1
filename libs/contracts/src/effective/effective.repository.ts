import { stampColumn } from '@app/catalog';
import { NOW_MS, type PreparedStatement, Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { dataContractType } from '../entity/data-contract.type';
import { isInForce } from '../status/validity';

/** An asset as requests name it. */
export interface AssetKey {
  readonly type: string;
  readonly id: string;
}

/** The asset of a contract as a reference, with its node (a bigint in decimal). */
export interface AssetRow {
  readonly node: string;
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly fqn: string;
  readonly displayName: string | null;
}

export interface ContractsOfAsset extends AssetRow {
  readonly own: string | null;
  /** The contract of its data product, where it inherits from that. */
  readonly inherited: string | null;
  /** The stamps of these two, for the read that follows. */
  readonly ownStamp: string | null;
  readonly inheritedStamp: string | null;
}

/** The data of an asset needed to create its own contract. */
export interface InheritingAsset {
  readonly hasOwn: boolean;
  readonly name: string;
  readonly contractName: string | null;
  readonly ownerIds: readonly string[];
}

/** The data of a contract needed for a run. */
export interface ContractToValidate {
  readonly node: string;
  readonly contractId: string;
  /** In tenths. */
  readonly version: number;
  readonly asset: string;
  readonly assetId: string;
  readonly assetType: string;
  readonly inherited: string | null;
  /** Whether it was imported from a document. */
  readonly isImported: boolean;
  readonly status: string;
  /** From when until when it is in force, in epoch ms; bigints in decimal. */
  readonly effectiveFrom: string | null;
  readonly effectiveUntil: string | null;
  /** When it was read, by the clock of the database, in epoch ms; a bigint in decimal. */
  readonly now: string;
}

/**
 * The contract `i` that the asset `a` inherits from: that of its data product, if it has exactly one (not counting deleted ones)
 * whose contract is in force at that moment. A data product inherits nothing.
 */
export const INHERITED = `
  left join lateral (
    select min(r.to_node) as node from entity_reference r join entity p on p.node = r.to_node
     where r.from_node = a.node and r.relation = 'dataProducts' and p.type = 'dataProduct' and p.deleted_by is null
    having count(*) = 1) product on a.type <> 'dataProduct'
  left join contract ic on ic.asset = product.node and ic.live and ${isInForce('ic')}
  left join entity i on i.node = ic.node`;

const OWN = `left join contract c on c.asset = a.node and c.live left join entity own on own.node = c.node`;

// Arrays are passed through a subselect: if PostgreSQL knew their lengths, it would plan anew each time.
const OF_ASSETS: PreparedStatement = {
  name: 'effective-of-assets',
  text: `select a.node::text, a.id::text, a.type, a.name, a.fqn, a.body ->> 'displayName' as "displayName",
                own.id::text as own, i.id::text as inherited,
                ${stampColumn(dataContractType, 'c.node')} as "ownStamp", ${stampColumn(dataContractType, 'ic.node')} as "inheritedStamp"
           from unnest((select $1::uuid[]), (select $2::text[])) k(id, type)
           join entity a on a.id = k.id and a.type = k.type and a.deleted_by is null ${OWN} ${INHERITED}`,
};

const INHERITING: PreparedStatement = {
  name: 'effective-inheriting-asset',
  text: `select c.node is not null as "hasOwn", a.name, i.name as "contractName",
                coalesce((select array_agg(o.id::text) from entity_reference r join entity o on o.node = r.to_node
                           where r.from_node = a.node and r.relation = 'owners'), '{}') as "ownerIds"
           from entity a ${OWN} ${INHERITED} where a.id = $1 and a.type = $2 and a.deleted_by is null`,
};

const CONTRACT_KEYS = {
  id: 'e.id = $1',
  fqn: '(md5(e.fqn)::uuid) = md5($1)::uuid and e.fqn = $1',
} as const;

const ofContract = (by: keyof typeof CONTRACT_KEYS): PreparedStatement => ({
  name: `effective-of-contract-by-${by}`,
  text: `select i.id::text as inherited from entity e join contract c on c.node = e.node join entity a on a.node = c.asset
           ${INHERITED} where e.type = 'dataContract' and ${CONTRACT_KEYS[by]}`,
});
const OF_CONTRACT = { id: ofContract('id'), fqn: ofContract('fqn') };

/** Parameter: nodes of contracts. One `ContractToValidate` for each that is not deleted, in no order. */
const TO_VALIDATE: PreparedStatement = {
  name: 'effective-to-validate',
  text: `select c.node::text, e.id::text as "contractId", e.version, c.asset::text, a.id::text as "assetId",
                a.type as "assetType", i.id::text as inherited,
                exists (select from contract_odcs o where o.node = c.node) as "isImported", c.status,
                c.effective_from::text as "effectiveFrom", c.effective_until::text as "effectiveUntil", ${NOW_MS}::text as now
           from contract c join entity e on e.node = c.node join entity a on a.node = c.asset ${INHERITED}
          where c.node = any(array(select unnest($1::bigint[]))) and c.live`,
};

/** Finds the effective contracts of assets: one statement per method. */
@Injectable()
export class EffectiveRepository {
  constructor(private readonly database: Database) {}

  /** One row for each live asset of these types and ids, in no order. */
  ofAssets(assets: readonly AssetKey[]): Promise<ContractsOfAsset[]> {
    const ids = assets.map(({ id }) => id);
    const types = assets.map(({ type }) => type);
    return this.database.read<ContractsOfAsset>(OF_ASSETS, [ids, types]);
  }

  /** Undefined where there is no live asset of that type and id. */
  async inheritingAsset(type: string, id: string): Promise<InheritingAsset | undefined> {
    return (await this.database.read<InheritingAsset>(INHERITING, [id, type]))[0];
  }

  /** Id of the contract that the asset of this contract inherits from. */
  async inheritedBy(key: { readonly id: string } | { readonly fqn: string }): Promise<string | undefined> {
    const [statement, value] = 'id' in key ? [OF_CONTRACT.id, key.id] : [OF_CONTRACT.fqn, key.fqn];
    const [row] = await this.database.read<{ inherited: string | null }>(statement, [value]);
    return row?.inherited ?? undefined;
  }

  /** Those of the contracts, by their nodes, that are not deleted; in no order. */
  toValidate(nodes: readonly string[], db: Pick<Database, 'read'> = this.database): Promise<ContractToValidate[]> {
    return db.read<ContractToValidate & object>(TO_VALIDATE, [nodes]);
  }
}
