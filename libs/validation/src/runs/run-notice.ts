import type { ExecutionStatus } from '@app/results';
import type { Lane } from '@app/queue';
import { VALIDATE_JOB, type ValidatePayload } from './job-types';

/** Notification channel for run events; notified in the transaction that changes the state. */
export const RUN_CHANNEL = 'validation_run';

export interface RunNotice {
  readonly resultId: string;
  readonly status: ExecutionStatus;
  /** Of an end in the urgent lane, unless it is too long for a notice: the timestamp of the result, and its body as JSON text. */
  readonly timestamp?: number;
  readonly body?: string;
}

/** SQL that notifies of a run event; arguments are expressions of type uuid and text. */
export const noticeSql = (id: string, status: string) =>
  `pg_notify('${RUN_CHANNEL}', json_build_object('resultId', ${id}, 'status', ${status})::text)`;

/** Notification channel for new runs that somebody waits for: workers hear of them with the commit, before a job is sent. */
export const ANNOUNCEMENT_CHANNEL = 'validation_request';

export interface Announcement extends ValidatePayload {
  readonly lane: Lane;
}

/** SQL that announces a run; arguments are expressions of type uuid, bigint and text. */
export const announcementSql = (id: string, contract: string, lane: string) =>
  `pg_notify('${ANNOUNCEMENT_CHANNEL}', json_build_object('resultId', ${id}, 'contract', ${contract}::text, 'lane', ${lane}::text,
     'documents', (select json_build_object('contractId', e.id, 'assetId', a.id, 'assetType', a.type)
                     from contract c join entity e on e.node = c.node join entity a on a.node = c.asset where c.node = ${contract}))::text)`;

export function readAnnouncement(payload: string): Announcement {
  const { lane, documents, ...announced } = JSON.parse(payload) as Announcement;
  return { ...VALIDATE_JOB.parse(announced), lane, ...(documents && { documents }) };
}

export function readNotice(payload: string): RunNotice {
  return JSON.parse(payload) as RunNotice;
}
