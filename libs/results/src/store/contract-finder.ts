import { Batcher, notFound, type Actor, type Operation } from '@app/common';
import { AccessControl } from '@app/auth';
import { partlyHiddenTypes, Visibility } from '@app/catalog';
import { Database, isOfAValue } from '@app/database';
import { Injectable } from '@nestjs/common';

/** Data of a contract needed by the use cases of results and runs. Nodes are bigint in decimal. */
export interface FoundContract {
  readonly node: string;
  readonly id: string;
  readonly fqn: string;
  /** Owners of the contract, else of its asset, else inherited from the asset's parents. */
  readonly ownerIds: readonly string[];
}

export interface ContractToRun extends FoundContract {
  /** Whether time has decided on a change of the contract, which has to be carried out first. */
  readonly isDue: boolean;
}

/** A contract by its id, in lower case; without further members if the caller may do this with each contract. */
export type NamedContract = Pick<FoundContract, 'id'> | FoundContract;

/** SQL of the columns of a FoundContract: `c` is the contract, `e` its entity. */
export interface ContractColumns {
  /** Part of the names of prepared statements. */
  readonly name: 'owned' | 'ownerless';
  readonly sql: string;
}

const OWNED: ContractColumns = {
  name: 'owned',
  sql: `c.node::text as node, e.id::text as id, e.fqn, owner_ids(c.node) as "ownerIds"`,
};

/** For actors whose permissions do not depend on owners: finding owners takes longer than the rest. */
const OWNERLESS: ContractColumns = {
  name: 'ownerless',
  sql: `c.node::text as node, e.id::text as id, e.fqn, '{}'::text[] as "ownerIds"`,
};

/** The columns of a ContractToRun. */
const dueAsWell = ({ sql }: ContractColumns): string => `${sql}, contract_proposal_due(c.node) as "isDue"`;

/** Statements that find live contracts, one by its id or many by theirs. @param kind part of their names */
const lookup = (kind: string, sql: string) => {
  const text = `select ${sql} from entity e join contract c on c.node = e.node where c.live and e.id =`;
  return {
    one: { name: `${kind}-contract-by-id`, text: `${text} $1` },
    many: { name: `${kind}-contracts-by-ids`, text: `${text} any($1::uuid[])` },
  };
};

const found = ({ name, sql }: ContractColumns) => lookup(name, sql);
const toRun = (columns: ContractColumns) => lookup(`${columns.name}-run`, dueAsWell(columns));

const BY_ASSET = {
  name: 'contract-by-asset',
  text: `select a.id::text as asset, ${dueAsWell(OWNED)}
           from entity a left join contract c on c.asset = a.node and c.live left join entity e on e.node = c.node
          where a.id = $1 and a.type = $2 and a.deleted_by is null`,
};

const BY_FQNS = {
  name: 'contracts-by-fqns',
  text: `select ${OWNED.sql} from unnest($1::text[]) named (fqn)
           join entity e on e.type = 'dataContract' and md5(e.fqn)::uuid = md5(named.fqn)::uuid and e.fqn = named.fqn
           join contract c on c.node = e.node where c.live`,
};

const DUE = {
  name: 'contracts-due',
  text: `select e.id::text from contract_proposal p join entity e on e.node = p.contract
          where p.contract = any($1::bigint[]) and p.ended_at is null and p.deadline is not null and contract_proposal_due(p.contract)`,
};

/** The own contract of an asset; without a node the asset has no contract. */
interface ContractOfAsset extends Omit<ContractToRun, 'node'> {
  readonly node: string | null;
  readonly asset: string;
}

/** Contracts per statement, and concurrent statements. */
const TOGETHER = { most: 64, atOnce: 4, isOnes: isOfAValue };

/** Contracts visible to an actor, grouped by whether an operation is permitted. */
export interface SortedContracts {
  readonly granted: readonly FoundContract[];
  readonly refused: readonly FoundContract[];
}

/** Finds a live contract and checks the actor's permission: one statement for both. */
@Injectable()
export class ContractFinder {
  private readonly found = {
    owned: this.batcherOf<FoundContract>(found(OWNED)),
    ownerless: this.batcherOf<FoundContract>(found(OWNERLESS)),
  };
  private readonly toRun = {
    owned: this.batcherOf<ContractToRun>(toRun(OWNED)),
    ownerless: this.batcherOf<ContractToRun>(toRun(OWNERLESS)),
  };

  constructor(
    private readonly database: Database,
    private readonly access: AccessControl,
    private readonly visibility: Visibility,
  ) {}

  /** @throws {AppError} NOT_FOUND, also for a contract that is hidden from the actor; FORBIDDEN */
  async byId(actor: Actor, id: string, operation: Operation): Promise<FoundContract> {
    const contract = await this.found[this.columns(actor, operation).name].ask(id);
    return this.granted(actor, operation, contract, id);
  }

  /** `byId` of a contract that is to be validated. @throws {AppError} as `byId` */
  async toRunById(actor: Actor, id: string, operation: Operation): Promise<ContractToRun> {
    const contract = await this.toRun[this.columns(actor, operation).name].ask(id);
    return this.granted(actor, operation, contract, id);
  }

  /** Names a contract for a statement that checks its existence: it is looked up only where the actor may not do this with all contracts. */
  async named(actor: Actor, id: string, operation: Operation): Promise<NamedContract> {
    return this.mayAll(actor, operation) ? { id } : this.byId(actor, id, operation);
  }

  /** Whether the actor sees each contract, and may do this with it. */
  mayAll(actor: Actor, operation: Operation): boolean {
    const hidden = partlyHiddenTypes(this.visibility.sightOf(actor));
    return this.columns(actor, operation) === OWNERLESS && !hidden.includes('dataContract');
  }

  /** Contracts by id, for callers with all rights on them. */
  ofIds(ids: readonly string[]): Promise<FoundContract[]> {
    return this.database.read<FoundContract>(found(OWNERLESS).many, [ids]);
  }

  /**
   * The same for a statement that reads the contract and more: `read` selects the given columns.
   *
   * @throws {AppError} NOT_FOUND if it gives none, or the contract is hidden from the actor; FORBIDDEN
   */
  async byIdWithin<Found extends FoundContract>(
    actor: Actor,
    id: string,
    operation: Operation,
    read: (columns: ContractColumns) => Promise<Found | undefined>,
  ): Promise<Found> {
    return this.granted(actor, operation, await read(this.columns(actor, operation)), id);
  }

  /**
   * The asset's own contract, which is to be validated. @throws {AppError} NOT_FOUND if the asset does not exist or has no contract; FORBIDDEN
   */
  async toRunByAsset(actor: Actor, type: string, id: string, operation: Operation): Promise<ContractToRun> {
    this.visibility.requireType(actor, type);
    const [row] = await this.database.read<ContractOfAsset>(BY_ASSET, [id, type]);
    if (!row || (await this.visibility.hides(this.database, actor, type, { id: row.asset }))) throw notFound(type, id);
    return this.granted(actor, operation, row.node === null ? undefined : { ...row, node: row.node }, `${type} ${id}`);
  }

  /** The contracts visible to the actor; ids missing from the result are unknown to it. */
  async byIds(actor: Actor, ids: readonly string[], operation: Operation): Promise<SortedContracts> {
    const { many } = found(this.columns(actor, operation));
    return this.sorted(actor, await this.database.read<FoundContract>(many, [ids]), operation);
  }

  async byFqns(actor: Actor, fqns: readonly string[], operation: Operation): Promise<SortedContracts> {
    return this.sorted(actor, await this.database.read<FoundContract>(BY_FQNS, [fqns]), operation);
  }

  /** Ids of those on which time has decided, where that is not carried out yet. */
  async due(contracts: readonly FoundContract[]): Promise<string[]> {
    const rows = await this.database.read<{ id: string }>(DUE, [contracts.map(({ node }) => node)]);
    return rows.map(({ id }) => id);
  }

  /** Columns needed to check the actor's permission on contracts. */
  columns(actor: Actor, operation: Operation): ContractColumns {
    const { access } = this;
    const isForAll = [operation, 'ViewBasic' as const].every(
      (one) => access.scope(actor, one, 'dataContract') === 'all',
    );
    return isForAll ? OWNERLESS : OWNED;
  }

  /** Removes contracts hidden from the actor. */
  async sorted(actor: Actor, found: readonly FoundContract[], operation: Operation): Promise<SortedContracts> {
    const named = found.map(({ id }) => ({ id, type: 'dataContract' }));
    const hidden = await this.visibility.hiddenOf(this.database, actor, named);
    const granted: FoundContract[] = [];
    const refused: FoundContract[] = [];
    for (const contract of found) {
      if (hidden.has(contract.id)) continue;
      const isGranted = (['ViewBasic', operation] as const).every((one) =>
        this.access.allows(actor, one, 'dataContract', contract),
      );
      (isGranted ? granted : refused).push(contract);
    }
    return { granted, refused };
  }

  /** For one that `sorted` returned. @throws {AppError} FORBIDDEN */
  require(actor: Actor, contract: FoundContract, operation: Operation): void {
    this.access.requireObject(actor, 'dataContract', contract, { key: contract.id, oneOf: [operation] });
  }

  /** Contracts requested within one iteration of the event loop are read by one statement. */
  private batcherOf<Found extends FoundContract>({
    one,
    many,
  }: ReturnType<typeof lookup>): Batcher<string, Found | undefined> {
    const find = async (ids: readonly string[]): Promise<(Found | undefined)[]> => {
      if (ids.length === 1) return [(await this.database.read<Found>(one, ids))[0]];
      const rows = await this.database.read<Found>(many, [ids]);
      const byId = new Map(rows.map((contract) => [contract.id, contract]));
      return ids.map((id) => byId.get(id.toLowerCase()));
    };
    return new Batcher(find, TOGETHER);
  }

  private async granted<Found extends FoundContract>(
    actor: Actor,
    operation: Operation,
    found: Found | undefined,
    name: string,
  ): Promise<Found> {
    if (!found) throw notFound('dataContract', name);
    const asked = { key: name, oneOf: [operation] };
    await this.visibility.requireObject(this.database, actor, 'dataContract', found, asked);
    return found;
  }
}
