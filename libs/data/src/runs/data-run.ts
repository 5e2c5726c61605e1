import type { Outcome, Reason } from '@app/sources';

/** The questions to a source. `reading` is a part of a contract's validation. */
export const DATA_RUN_KINDS = ['connectionTest', 'crawl', 'profile', 'check', 'reading'] as const;
export type DataRunKind = (typeof DATA_RUN_KINDS)[number];

export const DATA_RUN_STATUSES = ['Queued', 'Running', 'Success', 'PartialSuccess', 'Failed', 'Aborted'] as const;
export type DataRunStatus = (typeof DATA_RUN_STATUSES)[number];

/** Statuses that never change. */
export type DataRunEnd = Exclude<DataRunStatus, 'Queued' | 'Running'>;

/** The statuses in which a run ends. */
export const DATA_RUN_ENDS = [
  'Success',
  'PartialSuccess',
  'Failed',
  'Aborted',
] as const satisfies readonly DataRunEnd[];

export const hasEnded = (status: DataRunStatus): status is DataRunEnd => status !== 'Queued' && status !== 'Running';

export type DataRunTrigger = 'manual' | 'schedule' | 'contract';

/** A service or an asset as it was called when the run was asked for. */
export interface RunRef {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly fullyQualifiedName: string;
}

/** How far a run is; `current` is the FQN of what it is at. */
export interface DataProgress {
  readonly done: number;
  readonly total: number;
  readonly current?: string;
}

/** A fault that a run met and that did not end it. */
export interface DataWarning {
  readonly code: string;
  readonly subject?: string;
  readonly message: string;
  /** The entity that it is about: a user who may not view it does not see the warning. It is not shown itself. */
  readonly about?: { readonly id: string; readonly type: string };
}

/** Warnings of a run that are stored; all are counted. */
export const MOST_WARNINGS = 200;

/** The finding of a reading about a promise on values. */
export interface ReadPromise extends Pick<Outcome, 'status' | 'reason' | 'rows' | 'failedRows'> {
  readonly path: string;
  /** The text of the promise: another text is another promise. */
  readonly key: string;
  /** Whether the rows were asked, or a declaration was believed. */
  readonly by: 'data' | 'engine' | 'declaration';
  /** The reason why it could not be computed, as a sentence. */
  readonly message?: string;
  /** Rows that share their key, and rows without each of its columns; only of keys. */
  readonly shared?: number;
  readonly nulls?: readonly number[];
}

export interface TestStep {
  readonly name: 'Reach' | 'LogIn' | 'List' | 'Read';
  readonly mandatory: true;
  readonly passed: boolean;
  readonly message: string;
  readonly reason?: Reason;
  /** The member of the service to change. */
  readonly field?: string;
  readonly cure?: string;
  readonly durationMs?: number;
}

/** The outcome of a run beside its status, by kind. Of `checks` and `changes`, `about` is as of warnings. */
export interface DataOutcomeBody {
  readonly steps?: readonly TestStep[];
  readonly counts?: Readonly<Record<string, number>>;
  readonly changes?: readonly (Readonly<Record<string, unknown>> & { readonly about?: DataWarning['about'] })[];
  readonly profile?: object;
  readonly checks?: readonly (Readonly<Record<string, unknown>> & { readonly about?: DataWarning['about'] })[];
  readonly reading?: ReadingSummary;
}

/** The findings of a reading beside its checks. */
export interface ReadingSummary {
  /** Epoch ms by the source's clock; absent where it was not reached. */
  readonly readAt?: number;
  /** That were sent for the checks. */
  readonly statements: number;
  /** Whether the catalog has the columns of the contract's asset as the source has them now. */
  readonly columns: 'read' | 'gone' | 'unread';
  /** The source shows the reader some of its rows alone. */
  readonly partial?: true;
  /** Why its column of times says nothing. */
  readonly time?: { readonly reason: Reason; readonly message: string };
  /** The keys of the rules that were to be computed, in the order of their checks. */
  readonly rules: readonly string[];
  /** Rules that are not computed: of type text or custom, or without an operator. */
  readonly notRun: readonly string[];
  /** The contract's promises about values; absent where the table was not looked into. */
  readonly promises?: readonly ReadPromise[];
}

/** A row of data_run. Times are epoch ms; nodes and bigints in decimal. */
export interface DataRunRow {
  readonly id: string;
  readonly kind: DataRunKind;
  readonly status: DataRunStatus;
  readonly service: string | null;
  readonly asset: string | null;
  /** Their names now, or when they were removed. */
  readonly serviceRef: RunRef | null;
  readonly assetRef: RunRef | null;
  readonly trigger: DataRunTrigger;
  readonly requestedBy: string;
  readonly timestamp: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly attempts: number;
  readonly reason: Reason | null;
  readonly message: string | null;
  readonly progress: (DataProgress & { readonly seq: number }) | null;
  readonly warnings: readonly DataWarning[];
  readonly warningCount: number;
  readonly outcome: DataOutcomeBody | null;
}

/** The columns of a `DataRunRow`, of `r`. */
export const RUN_COLUMNS = `
  r.id::text, r.kind, r.status, r.service::text, r.asset::text,
  ${refNow('r.service', 'r.service_ref')} as "serviceRef", ${refNow('r.asset', 'r.asset_ref')} as "assetRef",
  r.trigger, r.requested_by as "requestedBy", r.timestamp::float8, r.started_at::float8 as "startedAt",
  r.ended_at::float8 as "endedAt", r.attempts, r.reason, r.message, r.progress, r.warnings, r.warning_count as "warningCount",
  r.outcome`;

function refNow(node: string, stored: string): string {
  return `coalesce((
    select jsonb_build_object('id', e.id, 'type', e.type, 'name', e.name, 'fullyQualifiedName', e.fqn)
           || case when e.deleted_by is null then '{}'::jsonb else '{"deleted": true}' end
      from entity e where e.node = ${node}), ${stored})`;
}

/** Notified with each change of a run that shows: `{id, status}`. */
export const RUN_CHANNEL = 'data_run';
/** Notified where a run may begin. */
export const QUEUE_CHANNEL = 'data_queue';

export interface DataRunNotice {
  readonly id: string;
  readonly status: DataRunStatus;
}

export const readNotice = (payload: string): DataRunNotice => JSON.parse(payload) as DataRunNotice;
