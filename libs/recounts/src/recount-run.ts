import type { CheckPosition, CheckFindings } from '@app/catalog';

export const RECOUNT_STATUSES = ['Queued', 'Running', 'Success', 'PartialSuccess', 'Aborted'] as const;
export type RecountStatus = (typeof RECOUNT_STATUSES)[number];

/** Notified with the id of a recount whose status has changed. */
export const RECOUNT_CHANNEL = 'recount_run';
/** Notified where a recount may begin. */
export const RECOUNT_QUEUE = 'recount_queue';

/** The rows that are compared, of those to compare; `current` is the step. */
export interface RecountProgress {
  readonly done: number;
  readonly total: number;
  readonly current: string;
}

/** A row of recount_run. Times are epoch ms. */
export interface RecountRow {
  readonly id: string;
  readonly status: RecountStatus;
  readonly requestedBy: string;
  readonly timestamp: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly attempts: number;
  readonly position: CheckPosition | null;
  readonly progress: RecountProgress | null;
  readonly report: CheckFindings | null;
  readonly reason: string | null;
  readonly message: string | null;
}

/** The columns of a `RecountRow`, of `r`. */
export const RECOUNT_COLUMNS = `
  r.id::text, r.status, r.requested_by as "requestedBy", r.timestamp::float8, r.started_at::float8 as "startedAt",
  r.ended_at::float8 as "endedAt", r.attempts, r.position, r.progress, r.report, r.reason, r.message`;

export const hasEnded = ({ status }: Pick<RecountRow, 'status'>): boolean =>
  status !== 'Queued' && status !== 'Running';

/** A recount as it is answered; absent members are left out. */
export function shownRecount({ position: _position, report, ...row }: RecountRow): object {
  const { startedAt, endedAt } = row;
  const members = {
    ...row,
    executionTime: startedAt !== null && endedAt !== null ? endedAt - startedAt : null,
    ...report,
  };
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
}

/** A sentence of what a check has found. */
export function reportText({ compared, mended, left }: CheckFindings): string {
  const { misnamed = 0, mishidden = 0, parts = 0, labels = 0, counts = 0, contracts = 0, budgets = 0 } = mended;
  const found = `${misnamed} misnamed, ${mishidden} wrongly hidden or shown, ${parts} with misnamed columns, ${labels} with wrong labels`;
  const isTrue = left.length === 0 && Object.values(mended).every((n) => n === 0);
  const ending = isTrue ? 'nothing to mend' : left.length === 0 ? 'mended' : `mended, but for ${left.length}`;
  return `${compared.places ?? 0} entities; ${found}; ${contracts} contracts, ${budgets} error budgets and ${counts} counts out of step: ${ending}.`;
}
