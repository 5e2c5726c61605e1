import { EntityFinder, entityTypes, Visibility, writerKey } from '@app/catalog';
import { attemptAsync, isUuid, KeysetPages, notFound, type Actor } from '@app/common';
import { ContractGates } from '@app/contracts';
import { Conditions, Database, once, type IdempotencyToken } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { ProposalState } from './proposal';
import { shownProposal } from './proposal-view';
import { ProposalViews, type ProposalRole } from './proposal-views';
import { IS_NOT_OVERDUE, ProposalRepository, type ProposalPage } from './proposal.repository';
import { type ProposedWrite, ProposedWrites, type SentProposal } from './proposed-writes';

const CONTRACT = 'dataContract';
const PROPOSAL = 'contractProposal';
/** Deadlines that one list of what has ended applies; workers and the next lists do the others. */
const MOST_OVERDUE = 100;

export interface ProposalListRequest {
  readonly limit: number;
  readonly before?: string;
  readonly after?: string;
  readonly state?: ProposalState;
  /** Id or FQN. */
  readonly contract?: string;
  readonly mine?: readonly ProposalRole[];
}

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
    private readonly gates: ContractGates,
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
    await this.gates.applyDeadlines([id]);
    const read = await attemptAsync(() => this.writing.read(actor, id, sent));
    return this.database.queuedTransaction(
      [writerKey(CONTRACT, { id })],
      async (tx) => {
        const done = await once(
          tx,
          token,
          async () => this.writing.propose(tx, actor, required(read)),
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
    await this.applyDeadline(node, contractId);
    const proposal = await this.proposals.find(node, id);
    if (!proposal) throw notFound(PROPOSAL, id);
    return shownProposal(proposal, await this.views.affectedBy(actor, proposal));
  }

  /** Those of one contract, newest first. @throws {AppError} NOT_FOUND */
  async ofContract(actor: Actor, id: string, query: ProposalListRequest): Promise<object> {
    const { node } = await this.finder.findFor(actor, 'ViewBasic', CONTRACT, { id });
    await this.applyDeadline(node, id);
    const filter = ofLive().when(node, (bound) => `p.contract = ${bound}::bigint`);
    return shownPage(await this.page(`contract proposals ${id}`, filter, query));
  }

  /**
   * Those of all contracts that the actor may view, newest first. One whose deadline has passed is not open any more: a list of open ones
   * leaves it out, and workers apply it.
   */
  async list(actor: Actor, query: ProposalListRequest): Promise<object> {
    const { contract, mine } = query;
    const filter = ofLive()
      .within(this.visibility.condition(actor, entityTypes.get(CONTRACT)))
      .when(contract, (bound, key) => (isUuid(key) ? `e.id = ${bound}::uuid` : `e.fqn = ${bound}`));
    if (mine?.length) filter.add(`(${mine.map((role) => this.views.turnOf(actor, role, filter.bind)).join(' or ')})`);
    const scope = `proposals ${contract ?? ''} ${mine?.join() ?? ''}`;
    if (mine?.length || isOpen(query.state))
      return shownPage(await this.page(scope, filter.add(IS_NOT_OVERDUE), query));
    if (query.state) await this.gates.applyDeadlines(await this.proposals.overdue(filter, MOST_OVERDUE));
    return this.currentPage(scope, filter, query);
  }

  /** A page of which the deadlines that have passed are applied, and no others. */
  private async currentPage(scope: string, filter: Conditions, query: ProposalListRequest): Promise<object> {
    const page = await this.page(scope, filter.copy(), query);
    const open = page.proposals.filter(({ endedAt, deadline }) => endedAt === undefined && deadline !== undefined);
    if (open.length === 0) return shownPage(page);
    const ids = Conditions.of().when(
      open.map(({ id }) => id),
      (bound) => `p.id = any(${bound}::uuid[])`,
    );
    const overdue = await this.proposals.overdue(ids, open.length);
    if (overdue.length === 0) return shownPage(page);
    await this.gates.applyDeadlines(overdue);
    return shownPage(await this.page(scope, filter, query));
  }

  private async applyDeadline(node: string, id: string): Promise<void> {
    if (await this.proposals.isDue(node)) await this.gates.applyDeadlines([id]);
  }

  private page(scope: string, filter: Conditions, query: ProposalListRequest): Promise<ProposalPage> {
    const { limit, state } = query;
    filter.when(state, (bound) => `p.state = ${bound}`);
    const page = this.pages.open(`${scope} ${state ?? ''}`, query);
    return this.proposals.page(filter, { page, limit });
  }
}

const shownPage = ({ proposals, paging }: ProposalPage): object => ({
  data: proposals.map((one) => shownProposal(one)),
  paging,
});

const isOpen = (state: ProposalState | undefined): boolean => state === 'InReview' || state === 'AwaitingConsent';

/** A refusal counts behind the look for a repeated request. @throws what was attempted */
function required(read: ProposedWrite | Error): ProposedWrite {
  if (read instanceof Error) throw read;
  return read;
}

/** Conditions on proposals of contracts that are there. */
const ofLive = (): Conditions => Conditions.of('e.deleted_by is null');
