import { holders, lineOf, Visibility } from '@app/catalog';
import { AppError, badRequest, isUuid, notFound, type Actor } from '@app/common';
import { ContractGates, dataContractType, isCurrent } from '@app/contracts';
import { Database } from '@app/database';
import { ContractFinder, type FoundContract } from '@app/results';
import { Injectable } from '@nestjs/common';
import type { Evidence } from '../readings/evidence';

/** Maximum number of contracts per batch. */
export const MAX_CONTRACTS = 100_000;

/** Selects contracts; all conditions must match. Owner by id or FQN, the others by FQN or name. */
export interface BatchFilter {
  readonly domain?: string;
  readonly owner?: string;
  readonly tag?: string;
  readonly entityType?: string;
  readonly status?: string;
}

/** The contracts of a batch: listed explicitly, or selected by a filter. */
export interface BatchRequest {
  readonly contractIds?: readonly string[];
  readonly filter?: BatchFilter;
  /** Where the evidence of its runs comes from; default: `auto`. */
  readonly evidence?: Evidence;
}

/** Maximum number of ids listed in an error; the rest is counted. */
const NAMED = 100;

/** Finds the contracts of a batch that the actor may validate. */
@Injectable()
export class BatchSelection {
  constructor(
    private readonly database: Database,
    private readonly contracts: ContractFinder,
    private readonly visibility: Visibility,
    private readonly gates: ContractGates,
  ) {}

  /**
   * Listed contracts must all exist and be permitted. Contracts matched by a filter are omitted if the actor may not
   * validate them. What time has decided on any of them is applied first: they are found and validated as they are then.
   *
   * @throws {AppError} NOT_FOUND naming the unknown ones; FORBIDDEN; BAD_REQUEST for more than 100,000
   */
  async find(actor: Actor, request: BatchRequest): Promise<readonly FoundContract[]> {
    const found = await this.select(actor, request);
    const due = await this.contracts.due(found);
    await this.gates.applyDeadlines(due);
    return due.length > 0 ? this.select(actor, request) : found;
  }

  private async select(actor: Actor, { contractIds, filter = {} }: BatchRequest): Promise<readonly FoundContract[]> {
    return contractIds ? this.named(actor, [...new Set(contractIds)]) : this.filtered(actor, filter);
  }

  private async named(actor: Actor, ids: readonly string[]): Promise<readonly FoundContract[]> {
    const found = await this.contracts.byIds(actor, ids, 'ValidateContract');
    const known = new Map([...found.granted, ...found.refused].map((contract) => [contract.id, contract]));
    const unknown = ids.filter((id) => !known.has(id));
    if (unknown.length > 0) throw unknownContracts(unknown);
    const [refused] = found.refused;
    if (refused) this.contracts.require(actor, refused, 'ValidateContract');
    return ids.map((id) => known.get(id)!);
  }

  /** A filter by something hidden finds nothing, as for one that does not exist. */
  private async filtered(actor: Actor, filter: BatchFilter): Promise<readonly FoundContract[]> {
    if (await this.visibility.namesHidden(this.database, actor, targetsOf(filter))) return [];
    const { domain, owner, tag, entityType, status } = filter;
    const [ownerId, ownerName] = owner !== undefined && isUuid(owner) ? [owner, undefined] : [undefined, owner];
    const values = [status, entityType, domain, ownerId, ownerName, tag].map((value) => value ?? null);
    const text = matching(this.contracts.columns(actor, 'ValidateContract').sql);
    const rows = await this.database.query<FoundContract>(text, values);
    const { granted } = await this.contracts.sorted(actor, rows, 'ValidateContract');
    if (granted.length <= MAX_CONTRACTS) return granted;
    throw badRequest(`The filter finds more than ${MAX_CONTRACTS} contracts; narrow it`);
  }
}

const TARGETS = { domain: ['domain'], owner: ['user', 'team'], tag: ['tag', 'glossaryTerm'] };

const targetsOf = (filter: BatchFilter): { key: string; types: string[] }[] =>
  (['domain', 'owner', 'tag'] as const).flatMap((name) => {
    const key = filter[name];
    return key === undefined ? [] : [{ key, types: TARGETS[name] }];
  });

function unknownContracts(ids: readonly string[]): AppError {
  const named = ids.slice(0, 3).join(', ');
  const rest = ids.length > 3 ? ` (and ${ids.length - 3} more, see details)` : '';
  const { message } = notFound('dataContract', named + rest);
  const details = ids.slice(0, NAMED).map((id) => ({ field: 'contractIds', message: `${id} is no contract` }));
  return new AppError('NOT_FOUND', message, { details });
}

/** Entity types from which contracts and their assets may inherit owners and domains. */
const LINE = lineOf(dataContractType);

const HELD = (relation: string, targets: string): string => {
  const nodes = holders(relation, `select t.node from entity t where ${targets}`, LINE);
  return `(c.node in (${nodes}) or c.asset in (${nodes}))`;
};

const NAMED_BY = (bound: string): string => `md5(t.fqn)::uuid = md5(${bound})::uuid and t.fqn = ${bound}`;

// Domain, owner and tag match the contract or its asset, including inherited values. Contracts that are upcoming or have ended are
// validated only where they are named. The limit is one above the
// maximum, to detect that it is exceeded.
const matching = (columns: string) => `
  select ${columns}
    from contract c join entity e on e.node = c.node join entity a on a.node = c.asset
   where c.live and a.deleted_by is null and ${isCurrent('c')}
     and ($1::text is null or c.status = $1) and ($2::text is null or a.type = $2)
     and ($3::text is null or ${HELD('domains', `t.type = 'domain' and ${NAMED_BY('$3')}`)})
     and ($4::uuid is null or ${HELD('owners', `t.type in ('user', 'team') and t.id = $4`)})
     and ($5::text is null or ${HELD('owners', `t.type in ('user', 'team') and ${NAMED_BY('$5')}`)})
     and ($6::text is null or exists (
       select 1 from tag_usage u where u.node in (c.node, c.asset)
         and md5(u.tag_fqn)::uuid = md5($6)::uuid and u.tag_fqn = $6))
   order by c.node limit ${MAX_CONTRACTS + 1}`;
