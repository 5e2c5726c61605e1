import type { ExecutionStatus } from '@app/results';
import type { Lane } from '@app/queue';

/** Notification channel for run events; notified in the transaction that changes the state. */
export const RUN_CHANNEL = 'validation_run';

export interface RunNotice {
  readonly resultId: string;
  readonly status: ExecutionStatus;
  /** The timestamp of the result, and its body as JSON text, of an end in the urgent lane, unless it is too long for a notice. */
  readonly timestamp?: number;
  readonly body?: string;
}

/** SQL that notifies of a run event; arguments are expressions of type uuid and text. */
export const noticeSql = (id: string, status: string) =>
  `pg_notify('${RUN_CHANNEL}', json_build_object('resultId', ${id}, 'status', ${status})::text)`;

export function readNotice(payload: string): RunNotice {
  return JSON.parse(payload) as RunNotice;
}

/**
 * Notification channel for workers: a run of the lane may be claimed. Notified in the transaction after which it may be, so that it comes
 * with the commit.
 */
export const WAKE_CHANNEL = 'validation_queue';

export interface WakeUp {
  readonly lane: Lane;
  /** Where it is one run, what that will most likely be evaluated with. */
  readonly run?: RunDocuments;
}

/** Ids of a run's contract and of its asset, and the type of that. */
export interface RunDocuments {
  /** The contract's node, a bigint in decimal. */
  readonly contract: string;
  readonly contractId: string;
  readonly assetId: string;
  readonly assetType: string;
}

/** SQL that wakes workers; the argument is an expression of type text. Equal notifications of a transaction are one. */
export const wakeUpSql = (lane: string) => `pg_notify('${WAKE_CHANNEL}', json_build_object('lane', ${lane})::text)`;

/** The same for the run of a contract; names the run where the lane is urgent. Arguments are expressions of type text and bigint. */
export const wakeUpForSql = (lane: string, contract: string) => `
  case when ${lane} <> 'urgent' then ${wakeUpSql(lane)} else
    pg_notify('${WAKE_CHANNEL}', json_build_object('lane', ${lane}, 'run', (
      select json_build_object('contract', c.node::text, 'contractId', e.id, 'assetId', a.id, 'assetType', a.type)
        from contract c join entity e on e.node = c.node join entity a on a.node = c.asset where c.node = ${contract}))::text)
  end`;

export function readWakeUp(payload: string): WakeUp {
  const { lane, run } = JSON.parse(payload) as WakeUp & { readonly run?: RunDocuments | null };
  return { lane, ...(run && { run }) };
}
