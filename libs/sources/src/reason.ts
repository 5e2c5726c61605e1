/** Why something could not be read or computed. The list is closed: its words stand in answers of the API. */
export const REASONS = [
  'hostUnknown',
  'sourceUnreachable',
  'tlsFailed',
  'loginRefused',
  'databaseNotFound',
  'notPermitted',
  'driverMissing',
  'folderNotAllowed',
  'folderNotFound',
  'sealedElsewhere',
  'noDataAccess',
  'noDataWorker',
  'workerCrashed',
  'cancelled',
  'timedOut',
  'tooLarge',
  'tableNotFound',
  'fileMalformed',
  'columnNotFound',
  'typeNotSupported',
  'badParameter',
  'customSqlOff',
  'notReadOnly',
  'notSingleValue',
  'noValues',
  'sqlError',
  'unsupported',
  'internal',
] as const;

export type Reason = (typeof REASONS)[number];

/** The answer of a source, or of the way to it, instead of a result. */
export interface Explanation {
  readonly reason: Reason;
  /** The member of the service that is to be changed, such as `connection.config.hostPort`. */
  readonly field?: string;
  /** One line for people, without secrets, at most 400 characters. */
  readonly message: string;
  /** The cure. */
  readonly cure?: string;
}

/** Thrown by sessions and checks: whatever went wrong has a reason. */
export class SourceError extends Error {
  readonly reason: Reason;
  readonly field?: string;
  readonly cure?: string;

  constructor({ reason, field, message, cure }: Explanation, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SourceError';
    this.reason = reason;
    if (field !== undefined) this.field = field;
    if (cure !== undefined) this.cure = cure;
  }
}

/** Error of a statement whose session was cancelled. */
export const wasCancelled = (cause?: unknown): SourceError =>
  new SourceError({ reason: 'cancelled', message: 'It was cancelled' }, { cause });

/** Not a fault of the statement: the next one would meet the same, and nothing is learnt by trying a part of it. */
const ENDS_THE_READING: ReadonlySet<Reason> = new Set<Reason>([
  'hostUnknown',
  'sourceUnreachable',
  'tlsFailed',
  'loginRefused',
  'databaseNotFound',
  'driverMissing',
  'folderNotAllowed',
  'folderNotFound',
  'sealedElsewhere',
  'noDataAccess',
  'noDataWorker',
  'workerCrashed',
  'cancelled',
]);

export function endsTheReading(reason: Reason): boolean {
  return ENDS_THE_READING.has(reason);
}

/** Reasons for which a check or rule can never be met as it is written: a later reading would have the same outcome. */
const OF_THE_CHECK: ReadonlySet<Reason> = new Set<Reason>([
  'badParameter',
  'tableNotFound',
  'fileMalformed',
  'columnNotFound',
  'typeNotSupported',
  'customSqlOff',
  'notReadOnly',
  'notSingleValue',
  'sqlError',
  'unsupported',
]);

/** Whether what could not be computed says something of the check, and not of the source as it is now. */
export function isOfTheCheck(reason: Reason): boolean {
  return OF_THE_CHECK.has(reason);
}

/** Reasons by which the table itself cannot be read as it lies in its source, by any reader. */
const OF_THE_TABLE: ReadonlySet<Reason> = new Set<Reason>(['fileMalformed', 'columnNotFound']);

export function isOfTheTable(reason: Reason): boolean {
  return OF_THE_TABLE.has(reason);
}

/** The source itself is not there; whatever else goes wrong is ours. */
const OUTAGES: ReadonlySet<Reason> = new Set<Reason>(['sourceUnreachable', 'hostUnknown', 'tlsFailed']);

export function isOutageOfSource(reason: Reason): boolean {
  return OUTAGES.has(reason);
}
