/** A guarded member of the contract: it is there or not, and a change adds or removes it. */
export type Member = 'email' | 'note' | 'sla';
export type Decision = 'approve' | 'object' | 'needTime';
export type AtDeadline = 'applyUnlessObjected' | 'apply' | 'reject';
/** Who may rely on the contract: on all of it, or on the column `email` alone. */
export type Party = 'whole' | 'mails' | 'editor';

export interface ModelProposal {
  readonly author: string;
  readonly member: Member;
  readonly breaking: boolean;
  readonly round: number;
  state: 'InReview' | 'AwaitingConsent' | 'Applied' | 'Rejected' | 'Withdrawn';
  endedBy?: string;
  /** Of declarations, by number: whoever declares anew is no party of the round. */
  readonly parties: Map<number, { readonly party: Party; decision: Decision | 'pending' }>;
}

const EDITORS = new Set(['author', 'editor', 'admin']);
const APPROVERS = new Set(['reviewer', 'admin']);

/**
 * What events make of the proposals of one contract that binds, by the rules alone. The answer of each event is the status of its request.
 * author and editor own the contract; reviewer reviews it; whole, editor and a team of mails may rely on it.
 */
export class ProposalModel {
  readonly there = new Set<Member>(['email', 'note']);
  /** The newest one. */
  proposal: ModelProposal | undefined;
  /** How many there have been. */
  count = 0;
  private readonly declared = new Map<Party, number>();
  private declarations = 0;

  constructor(
    private readonly isConsented: boolean,
    private readonly atDeadline: AtDeadline,
  ) {}

  get open(): ModelProposal | undefined {
    const { proposal } = this;
    return proposal && ['InReview', 'AwaitingConsent'].includes(proposal.state) ? proposal : undefined;
  }

  relies(party: Party): boolean {
    return this.declared.has(party);
  }

  /** A declaration, or its removal. */
  declare(party: Party): void {
    if (!this.declared.delete(party)) this.declared.set(party, ++this.declarations);
    this.settle();
  }

  write(actor: string, member: Member): number {
    if (!EDITORS.has(actor)) return 403;
    const { open } = this;
    if (open && open.author !== actor) return 409;
    if (open?.member === member) return 202;
    if (!open) this.count++;
    this.proposal = {
      ...{ author: actor, member, breaking: this.there.has(member), round: (open?.round ?? 0) + 1 },
      ...{ state: 'InReview', parties: new Map() },
    };
    return 202;
  }

  review(actor: string, decision: 'approve' | 'reject', isThisRound: boolean): number {
    const one = this.proposal!;
    if (!APPROVERS.has(actor) || actor === one.author) return 403;
    if (!this.open || (decision === 'approve' && one.state !== 'InReview') || !isThisRound) return 409;
    if (decision === 'reject') return this.end('Rejected', 'review');
    if (one.breaking && this.isConsented)
      for (const [party, number] of this.declared)
        if (party !== 'mails' || one.member !== 'note')
          one.parties.set(number, { party, decision: party === one.author ? 'approve' : 'pending' });
    if (one.parties.size === 0) return this.apply('review');
    one.state = 'AwaitingConsent';
    return this.settle();
  }

  decide(party: Party, decision: Decision, isThisRound: boolean): number {
    const one = this.proposal!;
    const ours = [...one.parties.values()].filter((other) => other.party === party);
    if (!this.declared.has(party) && ours.length === 0) return 403;
    if (one.state !== 'AwaitingConsent' || !isThisRound) return 409;
    if (ours.length === 0) return 403;
    for (const each of ours) each.decision = decision;
    return this.settle();
  }

  withdraw(actor: string): number {
    if (!EDITORS.has(actor)) return 403;
    return this.open ? this.end('Withdrawn', 'author') : 409;
  }

  override(actor: string): number {
    if (actor !== 'admin') return 403;
    return this.open ? this.apply('override') : 409;
  }

  /** The deadline of a consent passes. */
  expire(): void {
    if (this.open?.state !== 'AwaitingConsent') return;
    const decisions = this.standing();
    const isApplied = {
      apply: true,
      applyUnlessObjected: !decisions.includes('object'),
      reject: decisions.every((decision) => decision === 'approve'),
    }[this.atDeadline];
    if (isApplied) this.apply('deadline');
    else this.end('Rejected', 'deadline');
  }

  /** The asset is deleted, and restored with its contract. */
  deleteAsset(): void {
    if (this.open) this.end('Withdrawn', 'contractDeleted');
  }

  /** The decisions as they count: who relies on it no more has approved. */
  private standing(): readonly string[] {
    const live = new Set(this.declared.values());
    return [...this.proposal!.parties].map(([number, { decision }]) => (live.has(number) ? decision : 'approve'));
  }

  private settle(): number {
    if (this.open?.state !== 'AwaitingConsent') return 200;
    return this.standing().every((decision) => decision === 'approve') ? this.apply('consent') : 200;
  }

  private apply(by: string): number {
    const { member } = this.proposal!;
    if (!this.there.delete(member)) this.there.add(member);
    return this.end('Applied', by);
  }

  private end(state: ModelProposal['state'], endedBy: string): number {
    Object.assign(this.proposal!, { state, endedBy });
    return 200;
  }
}
