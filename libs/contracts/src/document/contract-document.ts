import type { DurationObject } from '@app/common';
import { joinFqn } from '@app/catalog/pure';

/** A duration as written by a client; returned in the form it was sent. */
export type DurationValue = string | DurationObject;

/** The members by which a contract's column and the asset's are compared. Absent members are not checked. */
export interface ComparedColumn {
  readonly name: string;
  readonly dataType?: string;
  /** The type as its source writes it: of a known word it says more than `dataType`. */
  readonly dataTypeDisplay?: string;
  readonly arrayDataType?: string;
  readonly dataLength?: number;
  readonly precision?: number;
  readonly scale?: number;
  readonly constraint?: string;
  /** All of them, where a contract states several that do not follow from each other. */
  readonly constraints?: readonly string[];
  readonly children?: readonly ComparedColumn[];
  /** Open; `logicalType` in it counts where there is no more exact type, see `notedLogicalType`. */
  readonly extension?: Readonly<Record<string, unknown>>;
}

/** The members of a column that say its type, beside what its `extension` notes. */
export const TYPE_MEMBERS = [
  'dataType',
  'dataTypeDisplay',
  'arrayDataType',
  'dataLength',
  'precision',
  'scale',
] as const;

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

/** Measures that are learned from the past of an asset: when its data comes, and how many rows it has. */
export const LEARNED_METRICS = ['freshness', 'volume'] as const;
export type LearnedMetric = (typeof LEARNED_METRICS)[number];

/** `availability` is a percentage, 0 to 100; `availabilityTime` is `HH:mm` with an optional zone. */
export interface ContractSla {
  readonly refreshFrequency?: DurationValue;
  readonly maxLatency?: DurationValue;
  readonly availability?: number;
  readonly availabilityTime?: string;
  readonly timezone?: string;
  readonly retention?: DurationValue;
  readonly columnName?: string;
  /** Measures that fail the contract where they are unusual. */
  readonly learned?: readonly LearnedMetric[];
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

/** A normalized reference in a document, independent of the form in which it was sent. */
export interface DocumentReference {
  readonly id?: string;
  readonly type?: string;
  readonly name?: string;
  readonly fullyQualifiedName?: string;
}

/** A contract as its writers send it, after the JSON-schema check; further members are stored unchanged. */
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

/** The path of a thing below `parent` (itself a path; empty at the top): its names are quoted as those of an FQN are. */
export function childPath(parent: string, name: string): string {
  return joinFqn(parent === '' ? undefined : parent, name);
}

/** Rules that their name defines where they have no `rule` of their own. */
export const NAMED_RULES = ['hasOwner', 'hasDescription', 'hasTags', 'hasTier', 'hasDomain'] as const;
export type NamedRule = (typeof NAMED_RULES)[number];

/** Whether a rule is enabled and meant for assets of this type. */
export function ruleApplies(
  { enabled, entityType, ignoredEntities }: Pick<SemanticsRule, 'enabled' | 'entityType' | 'ignoredEntities'>,
  assetType: string,
): boolean {
  return (enabled ?? true) && (!entityType || entityType === assetType) && !ignoredEntities?.includes(assetType);
}

/** Whether a rule is text for people. */
export const isTextRule = ({ name, rule }: Pick<SemanticsRule, 'name' | 'rule'>): boolean =>
  (rule === undefined || rule === null) && !(NAMED_RULES as readonly string[]).includes(name);
