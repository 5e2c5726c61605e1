import type { PromiseOutcome } from './promises/outcome';

/** An error and its location: `field` is a path. */
export interface FieldMessage {
  readonly field: string;
  readonly message: string;
}

/** The counts that every counted dimension of a result carries; passed + failed = total. */
export interface CheckCounts {
  readonly passed: number;
  readonly failed: number;
  readonly total: number;
}

/** `schemaValidation` of a result. */
export interface SchemaValidation extends CheckCounts {
  readonly failedFields: string[];
}

/** The schema dimension with reasons: one entry of `details` per entry of `failedFields`, in the same order. */
export interface SchemaVerdict extends SchemaValidation {
  readonly details: FieldMessage[];
  /** Why the asset as a whole cannot be read: one reason, in place of one for each column. */
  readonly unreadable?: string;
  /** How passing columns meet a promise that the asset's source writes in another word. */
  readonly notes?: readonly FieldMessage[];
  /** Why the columns are those that were seen last, or values of some could not be read: then it is unknown whether all are met. */
  readonly blockedBy?: string;
  /** Passing columns of which values could not be read. */
  readonly blocked?: readonly string[];
  /** Outcomes of the promises of columns, by their paths. */
  readonly outcomes?: ReadonlyMap<string, PromiseOutcome>;
}

export interface FailedRule {
  readonly ruleName: string;
  readonly reason: string;
}

/** `semanticsValidation` of a result. */
export interface SemanticsValidation extends CheckCounts {
  readonly failedRules: FailedRule[];
}

/** The semantics dimension and the names of rules that are plain text. */
export interface SemanticsVerdict extends SemanticsValidation {
  readonly notEvaluated: string[];
}

/** `qualityValidation` of a result; `qualityScore` is a percentage, 0 to 100. */
export interface QualityValidation extends CheckCounts {
  readonly qualityScore: number;
}

/** The quality dimension with one entry per unsuccessful test case; `field` is its FQN (or name, or id). */
export interface QualityVerdict extends QualityValidation {
  readonly details: FieldMessage[];
  /** Unsuccessful test cases whose severity is not counted. */
  readonly warnings: FieldMessage[];
  /** Number of those in `failed` that the source could not be asked, and why the first of them. */
  readonly blocked?: number;
  readonly blockedBy?: string;
}

/** `slaValidation` of a result: a field is absent if the contract does not define the target. */
export interface SlaValidation {
  readonly refreshFrequencyMet?: boolean;
  readonly latencyMet?: boolean;
  readonly availabilityMet?: boolean;
}

/** Evidence that an SLA target was evaluated by. */
export interface SeenEvidence {
  readonly target: 'refreshFrequency' | 'maxLatency' | 'availability' | 'availabilityTime';
  readonly kind: 'refresh' | 'arrival' | 'availability';
  /** Timestamp of the newest evidence, in epoch ms. */
  readonly timestamp: number;
  /** Source, such as `lifeCycle` or the source of an observation; absent if unknown. */
  readonly source?: string;
  /** For availability: number of counted observations. */
  readonly observations?: number;
}

/** The SLA dimension with measured values: instants in epoch ms, latency in ms, availability in percent. */
export interface SlaVerdict {
  readonly sla: SlaValidation;
  readonly lastRefreshedAt?: number;
  readonly actualLatency?: number;
  readonly actualAvailability?: number;
  /** One sentence for each target that is not met. */
  readonly notes: string[];
  /** One entry per target with evidence, met or not; absent if no target has evidence. */
  readonly evidence?: SeenEvidence[];
  /** Targets that are not met only since the source could not be read, and why. */
  readonly blocked?: readonly (keyof SlaValidation)[];
  readonly blockedBy?: string;
  /** The outcome of each target, by the member of the SLA. */
  readonly targets?: ReadonlyMap<string, 'held' | 'broken' | 'blocked'>;
}

/** Why something could not be read from a source: a reason of the closed list, and a sentence. */
export interface Unread {
  readonly reason: string;
  readonly message: string;
}

/** Aborted: nothing failed, and not all could be judged. */
export type ExecutionStatus = 'Success' | 'Failed' | 'PartialSuccess' | 'Aborted';
