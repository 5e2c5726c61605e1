import type { DurationObject } from '@app/common';

/** A duration as a client may write it; the form that was sent is the form that comes back. */
export type DurationValue = string | DurationObject;

/** What of a column a contract and its asset are compared by. Absent members expect nothing. */
export interface ComparedColumn {
  readonly name: string;
  readonly dataType?: string;
  readonly arrayDataType?: string;
  readonly dataLength?: number;
  readonly precision?: number;
  readonly scale?: number;
  readonly constraint?: string;
  readonly children?: readonly ComparedColumn[];
  /** Free; `logicalType` in it says that the type is known by its family alone. */
  readonly extension?: Readonly<Record<string, unknown>>;
}

/** One item of `schema`: a column that the contract promises. */
export interface ContractColumn extends ComparedColumn {
  readonly children?: readonly ContractColumn[];
  /** Description, tags and the like, which promise nothing that can be checked. */
  readonly [attribute: string]: unknown;
}

/** One item of `semantics`. `rule` is JSON-logic as an object, a literal, or a string of JSON; a text rule has none. */
export interface SemanticsRule {
  readonly name: string;
  readonly description?: string;
  readonly rule?: unknown;
  readonly enabled?: boolean;
  readonly entityType?: string;
  readonly ignoredEntities?: readonly string[];
  readonly [attribute: string]: unknown;
}

/** `availability` is a percentage, 0 to 100; `availabilityTime` is `HH:mm` with an optional zone. */
export interface ContractSla {
  readonly refreshFrequency?: DurationValue;
  readonly maxLatency?: DurationValue;
  readonly availability?: number;
  readonly availabilityTime?: string;
  readonly timezone?: string;
  readonly retention?: DurationValue;
  readonly columnName?: string;
}

export interface RowFilter {
  readonly columnName: string;
  readonly values?: readonly unknown[];
}

export interface AccessPolicy {
  readonly accessPolicy?: string;
  readonly identities?: readonly string[];
  readonly rowFilters?: readonly RowFilter[];
  readonly [attribute: string]: unknown;
}

export interface ContractSecurity {
  readonly dataClassification?: string;
  readonly policies?: readonly AccessPolicy[];
  readonly [attribute: string]: unknown;
}

/** What a reference in a document looks like, whatever the form in which it was sent. */
export interface DocumentReference {
  readonly id?: string;
  readonly type?: string;
  readonly name?: string;
  readonly fullyQualifiedName?: string;
}

/** A contract as its writers send it, after the JSON-schema check; further members are kept as they are. */
export interface ContractDocument {
  readonly entityStatus?: string;
  readonly entity?: DocumentReference;
  readonly schema?: readonly ContractColumn[];
  readonly semantics?: readonly SemanticsRule[];
  readonly qualityExpectations?: readonly (DocumentReference | string)[];
  readonly sla?: ContractSla;
  readonly termsOfUse?: string;
  readonly security?: ContractSecurity;
  readonly effectiveFrom?: string;
  readonly effectiveUntil?: string;
  readonly extension?: Readonly<Record<string, unknown>>;
  readonly [attribute: string]: unknown;
}
