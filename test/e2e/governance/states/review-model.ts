export type ReviewState = 'Draft' | 'In Review' | 'Rejected' | 'Active' | 'ended';

const EDITORS = new Set(['author', 'editor', 'both', 'admin']);
const APPROVERS = new Set(['reviewer', 'both', 'admin']);

/**
 * What events make of a contract that does not bind, by the rules alone. The answer of each event is the status of its request. author and
 * editor own the contract, both owns and reviews it, reviewer reviews it, admin has made it.
 */
export class ReviewModel {
  /** Those who have changed or submitted it. */
  readonly authors = new Set(['admin']);

  constructor(public state: ReviewState) {}

  /** Whether others rely on it: what changes it then is a proposal. */
  get binds(): boolean {
    return this.state === 'Active';
  }

  review(actor: string, decision: 'approve' | 'reject', isThisVersion: boolean): number {
    // Nobody is an author of what is agreed.
    if (!APPROVERS.has(actor) || (!this.binds && this.authors.has(actor))) return 403;
    if (this.state !== 'In Review' || !isThisVersion) return 409;
    this.state = decision === 'approve' ? 'Active' : 'Rejected';
    return 200;
  }

  /** A write of the status; of what has ended, of a later end. */
  submit(actor: string, status: 'Active' | 'In Review'): number {
    if (!EDITORS.has(actor)) return 403;
    if (status === 'Active' && this.state === 'In Review' && this.mayDecide(actor)) this.state = 'Active';
    else if (status === 'Active' || this.state !== 'In Review') {
      this.state = 'In Review';
      this.authors.add(actor);
    }
    return 200;
  }

  /** A write of the status Rejected. */
  refuse(actor: string): number {
    if (!EDITORS.has(actor)) return 403;
    if (this.state === 'Rejected') return 200;
    if (this.state !== 'In Review') return 409;
    if (!this.mayDecide(actor)) return 403;
    this.state = 'Rejected';
    return 200;
  }

  /** A write of the status Draft. */
  takeBack(actor: string): number {
    if (!EDITORS.has(actor)) return 403;
    if (this.state === 'ended') return 400;
    if (this.state === 'Draft') return 200;
    this.state = 'Draft';
    this.authors.add(actor);
    return 200;
  }

  edit(actor: string, isGuarded: boolean): number {
    if (!EDITORS.has(actor)) return 403;
    if (isGuarded) this.authors.add(actor);
    return 200;
  }

  private mayDecide(actor: string): boolean {
    return APPROVERS.has(actor) && !this.authors.has(actor);
  }
}
