import type { Severity } from '../event/lenient';

/** A dbt project in the parts that the catalog understands. Ids are dbt's own: `model.shop.orders`. */
export interface DbtProject {
  readonly relations: ReadonlyMap<string, DbtRelation>;
  /** Ephemeral models, which stand between relations without being one. Id → ids that it depends on. */
  readonly passages: ReadonlyMap<string, readonly string[]>;
  readonly tests: readonly DbtTest[];
  readonly outcomes: readonly DbtOutcome[];
  /** The owners of the groups of the project, by name: names or e-mail addresses. */
  readonly groups: ReadonlyMap<string, readonly string[]>;
  /** Until when the data of sources reaches. */
  readonly freshness: readonly DbtFreshness[];
  readonly skipped: readonly Skipped[];
}

export interface Skipped {
  readonly id: string;
  readonly reason: string;
  /** Path of the API of the pending change, if a policy delays it. */
  readonly proposal?: string;
}

/** A model, seed, snapshot or source: something that is a table or view in the database. */
export interface DbtRelation {
  readonly id: string;
  readonly database: string;
  readonly schema: string;
  readonly name: string;
  readonly tableType: string;
  readonly description?: string;
  readonly columns: readonly DbtColumn[];
  readonly dependsOn: readonly string[];
  readonly sql?: string;
  /** dbt enforces the declared columns in its builds. */
  readonly enforced: boolean;
  readonly governance: DbtGovernance;
}

/** The parts of a relation in a project that are for people. */
export interface DbtGovernance {
  /** Names or e-mail addresses. */
  readonly owners: readonly string[];
  readonly tags: readonly string[];
  readonly group?: string;
  /** The version of a model with several. */
  readonly version?: { readonly of: string; readonly latest: boolean };
  /** ISO 8601; until when the model is to be used. */
  readonly deprecatedAt?: string;
}

/** Until when the data of a source reaches; time in epoch ms. */
export interface DbtFreshness {
  readonly id: string;
  readonly loadedAt: number;
}

export type DbtConstraint = 'PRIMARY_KEY' | 'UNIQUE' | 'NOT_NULL';

export interface DbtColumn {
  readonly name: string;
  readonly description?: string;
  /** In the words of the database. */
  readonly type?: string;
  /** The strongest one, for the column of a table: a key over several columns makes none of them unique. */
  readonly constraint?: DbtConstraint;
  /** All of the model and of the column together, the strongest first: what a contract promises. */
  readonly constraints?: readonly DbtConstraint[];
  readonly tags?: readonly string[];
}

export interface DbtTest {
  readonly id: string;
  readonly name: string;
  /** Such as `not_null`; `singular` for a statement of its own. */
  readonly kind: string;
  readonly relation?: string;
  readonly column?: string;
  readonly description?: string;
  /** How its failures count; absent where the manifest does not say. */
  readonly severity?: Severity;
}

/** How a test or a build ended; times in epoch ms. */
export interface DbtOutcome {
  readonly id: string;
  readonly status: string;
  readonly timestamp: number;
  readonly message?: string;
  readonly failures?: number;
}
