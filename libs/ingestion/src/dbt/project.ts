import type { Severity } from '../event/lenient';

/** A dbt project in the parts that the catalog understands. Ids are dbt's own: `model.shop.orders`. */
export interface DbtProject {
  readonly relations: ReadonlyMap<string, DbtRelation>;
  /** What stands between relations without being one: ephemeral models. Id → what it depends on. */
  readonly passages: ReadonlyMap<string, readonly string[]>;
  readonly tests: readonly DbtTest[];
  readonly outcomes: readonly DbtOutcome[];
  readonly skipped: readonly Skipped[];
}

export interface Skipped {
  readonly id: string;
  readonly reason: string;
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
  /** dbt holds its builds to the columns that it declares. */
  readonly enforced: boolean;
}

export interface DbtColumn {
  readonly name: string;
  readonly description?: string;
  /** In the words of the database. */
  readonly type?: string;
  readonly constraint?: 'PRIMARY_KEY' | 'UNIQUE' | 'NOT_NULL';
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
