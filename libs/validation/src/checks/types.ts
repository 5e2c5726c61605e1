/** Where something is wrong and what: `field` is a path. */
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

/** The schema dimension with its reasons: one entry of `details` for each of `failedFields`, in the same order. */
export interface SchemaVerdict extends SchemaValidation {
  readonly details: FieldMessage[];
}

export interface FailedRule {
  readonly ruleName: string;
  readonly reason: string;
}

/** `semanticsValidation` of a result. */
export interface SemanticsValidation extends CheckCounts {
  readonly failedRules: FailedRule[];
}

/** The semantics dimension and the names of the rules that are text only. */
export interface SemanticsVerdict extends SemanticsValidation {
  readonly notEvaluated: string[];
}

/** `qualityValidation` of a result; `qualityScore` is a percentage, 0 to 100. */
export interface QualityValidation extends CheckCounts {
  readonly qualityScore: number;
}

/** The quality dimension with one entry per test case that is not a success; `field` is its FQN (or name, or id). */
export interface QualityVerdict extends QualityValidation {
  readonly details: FieldMessage[];
  /** Those that are no success, but of a severity that does not count. */
  readonly warnings: FieldMessage[];
}

/** `slaValidation` of a result: a member is absent when the contract does not ask for it. */
export interface SlaValidation {
  readonly refreshFrequencyMet?: boolean;
  readonly latencyMet?: boolean;
  readonly availabilityMet?: boolean;
}

/** By what a target of the SLA was judged. */
export interface SeenEvidence {
  readonly target: 'refreshFrequency' | 'maxLatency' | 'availability' | 'availabilityTime';
  readonly kind: 'refresh' | 'arrival' | 'availability';
  /** Of the newest of it, in epoch ms. */
  readonly timestamp: number;
  /** What said so, such as `lifeCycle`, `profile` or the source of an observation; absent where it was not said. */
  readonly source?: string;
  /** Of availability: how many were counted. */
  readonly observations?: number;
}

/** The SLA dimension with what was seen: instants in epoch ms, latency in ms, availability in percent. */
export interface SlaVerdict {
  readonly sla: SlaValidation;
  readonly lastRefreshedAt?: number;
  readonly actualLatency?: number;
  readonly actualAvailability?: number;
  /** One sentence for each target that is not met. */
  readonly notes: string[];
  /** One entry for each target that there was evidence for, met or not; absent where there was none at all. */
  readonly evidence?: SeenEvidence[];
}

export type ExecutionStatus = 'Success' | 'Failed' | 'PartialSuccess';
