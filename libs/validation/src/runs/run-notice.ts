import type { ExecutionStatus } from '@app/results';

/** Notification channel for run events; notified in the transaction that changes the state. */
export const RUN_CHANNEL = 'validation_run';

export interface RunNotice {
  readonly resultId: string;
  readonly status: ExecutionStatus;
}

/** SQL that notifies of a run event; arguments are expressions of type uuid and text. */
export const noticeSql = (id: string, status: string) =>
  `pg_notify('${RUN_CHANNEL}', json_build_object('resultId', ${id}, 'status', ${status})::text)`;

export function readNotice(payload: string): RunNotice {
  return JSON.parse(payload) as RunNotice;
}
