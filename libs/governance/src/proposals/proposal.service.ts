import { EntityFinder, entityTypes, Visibility, writerKey } from '@app/catalog';
import { isUuid, KeysetPages, notFound, type Actor } from '@app/common';
import { Database, once, type IdempotencyToken } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { ProposalState } from './proposal';
import { ProposalSettlement } from './proposal-settlement';
import { shownProposal } from './proposal-view';
import { ProposalViews, type ProposalRole } from './proposal-views';
import { ProposalRepository, type ProposalFilter } from './proposal.repository';
import { ProposedWrites, type SentProposal } from './proposed-writes';

const CONTRACT = 'dataContract';
const PROPOSAL = 'contractProposal';
/** Deadlines that one list carries out; workers and the next lists do the others. */
const MOST_SETTLED = 100;

export interface ProposalListRequest {
  readonly limit: number;
  readonly before?: string;
  readonly after?: string;
  readonly state?: ProposalState;
  /** Id or FQN. */
  readonly contract?: string;
  readonly mine?: readonly ProposalRole[];
}

/** An opened proposal. */
export interface OpenedProposal {
  readonly json: string;
  readonly location: string;
  readonly replayed: boolean;
}

/** Changes of contracts that wait for others: opened explicitly, read, listed. */
@Injectable()
export class ProposalService {
  constructor(
    private readonly database: Database,
    private readonly proposals: ProposalRepository,
    private readonly settlement: ProposalSettlement,
    private readonly finder: EntityFinder,
    private readonly writing: ProposedWrites,
    private readonly views: ProposalViews,
    private readonly visibility: Visibility,
    private readonly pages: KeysetPages,
  ) {}

  /**
   * Opens a proposal, whatever the policy and the status of the contract, or replaces the one that the actor has opened.
   *
   * @throws {AppError} NOT_FOUND; whatever the write itself would answer; BAD_REQUEST where nothing would change
   */
  async open(actor: Actor, id: string, sent: SentProposal, token?: IdempotencyToken): Promise<OpenedProposal> {
    await this.finder.findFor(actor, 'ViewBasic', CONTRACT, { id });
    await this.settlement.carryOut(id);
    return this.database.queuedTransaction(
      [writerKey(CONTRACT, { id })],
      async (tx) => {
        const done = await once(
          tx,
          token,
          () => this.writing.propose(tx, actor, id, sent),
          (kept) => ({ effect: kept }),
        );
        const { json, location } = done.effect;
        return { json, location, replayed: done.isReplay };
      },
      actor.origin,
    );
  }

  /** @throws {AppError} NOT_FOUND */
  async get(actor: Actor, contractId: string, id: string): Promise<object> {
    const { node } = await this.finder.findFor(actor, 'ViewBasic', CONTRACT, { id: contractId });
    await this.carryOut(node, contractId);
    const proposal = await this.proposals.find(node, id);
    if (!proposal) throw notFound(PROPOSAL, id);
    return shownProposal(proposal, await this.views.affectedBy(actor, proposal));
  }

  /** Those of one contract, newest first. @throws {AppError} NOT_FOUND */
  async ofContract(actor: Actor, id: string, query: ProposalListRequest): Promise<object> {
    const { node } = await this.finder.findFor(actor, 'ViewBasic', CONTRACT, { id });
    await this.carryOut(node, id);
    const filter = new Filter();
    filter.add(`p.contract = ${filter.bind(node)}::bigint`);
    return this.page(`contract proposals ${id}`, filter, query);
  }

  /** Those of all contracts that the actor may view, newest first. */
  async list(actor: Actor, query: ProposalListRequest): Promise<object> {
    const { contract, mine } = query;
    const filter = new Filter();
    const condition = this.visibility.condition(actor, entityTypes.get(CONTRACT));
    if (condition) filter.add(condition.sql(filter.bind(condition.value)));
    if (contract !== undefined)
      filter.add(isUuid(contract) ? `e.id = ${filter.bind(contract)}::uuid` : `e.fqn = ${filter.bind(contract)}`);
    if (mine?.length) filter.add(`(${mine.map((role) => this.views.turnOf(actor, role, filter)).join(' or ')})`);
    // What has not ended leaves these conditions when it ends, and nothing enters them.
    for (const id of await this.proposals.overdue(filter, MOST_SETTLED)) await this.settlement.carryOut(id);
    return this.page(`proposals ${contract ?? ''} ${mine?.join() ?? ''}`, filter, query);
  }

  private async carryOut(node: string, id: string): Promise<void> {
    if (await this.proposals.isDue(node)) await this.settlement.carryOut(id);
  }

  private async page(scope: string, filter: Filter, query: ProposalListRequest): Promise<object> {
    const { limit, state } = query;
    if (state !== undefined) filter.add(`p.state = ${filter.bind(state)}`);
    const page = this.pages.open(`${scope} ${state ?? ''}`, query);
    const { keys: place } = page.place ?? {};
    const [found, total] = await Promise.all([
      this.proposals.page(filter, { ...(place && { place }), isBackward: page.isBackward, limit: limit + 1 }),
      this.proposals.count(filter),
    ]);
    const rows = page.rows(found, limit);
    const neighbours = page.neighbours(rows, found.length > limit, ({ openedAt, id }) => [String(openedAt), id]);
    return { data: rows.map((row) => shownProposal(row)), paging: { total, ...neighbours } };
  }
}

/** Conditions of a list, with their values. */
class Filter implements ProposalFilter {
  readonly conditions: string[] = [];
  readonly values: unknown[] = [];

  readonly bind = (value: unknown): string => `$${this.values.push(value)}`;

  add(condition: string): void {
    this.conditions.push(condition);
  }
}
