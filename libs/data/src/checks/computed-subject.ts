import { splitFqn } from '@app/catalog';
import type { Check } from '@app/sources';
import type { StoredCheck } from '../tables/table-checks.repository';

/** A test case of a table, or a rule of a contract, that is computed. */
export interface ComputedSubject {
  readonly name: string;
  /** Names that lead to its column; none: of the whole table. */
  readonly path: readonly string[];
  /** Undefined where what it expects is not said by its parameters. */
  readonly check: Check | undefined;
  /** That its outcome is stored as a result of; node is a bigint in decimal. */
  readonly testCase?: { readonly node: string; readonly id: string; readonly name: string; readonly fqn: string };
  /** The definition and the column of a check that is tried and not stored. */
  readonly tried?: { readonly definition: string; readonly column?: string };
  /** The rule or promise that it is: the id of the contract, and its index in it or its path. */
  readonly rule?: { readonly contract: string } & ({ readonly index: number } | { readonly promise: string });
}

/** @param table the FQN of its table */
export function subjectOf(stored: StoredCheck, table: string): ComputedSubject {
  const { node, id, name, fqn } = stored;
  const path = (splitFqn(fqn) ?? []).slice(splitFqn(table)?.length ?? 0, -1);
  return { name, path, check: checkOf(stored, path), testCase: { node, id, name, fqn } };
}

function checkOf(
  { definition, parameterValues, useDynamicAssertion, dimensionColumns }: StoredCheck,
  path: readonly string[],
): Check | undefined {
  if (useDynamicAssertion === true) return undefined;
  const parameters = Object.fromEntries((parameterValues ?? []).map(({ name = '', value }) => [name, value]));
  return {
    ...{ definition, parameters },
    ...(path.length > 0 && { column: path }),
    ...(dimensionColumns?.length && { dimensionColumns }),
  };
}

/** A table of the same database, by the names of the catalog. */
export interface NamedTable {
  readonly schema: string;
  readonly table: string;
}

/** `customers`, `sales.customers`, or more of its FQN; undefined of a table of another database or service. */
export function namedBeside({ fqn }: { readonly fqn: string }, text: string): NamedTable | undefined {
  const parts = splitFqn(text) ?? [];
  const own = splitFqn(fqn) ?? [];
  // The names that are left out are those of the table that is checked.
  const names = [...own.slice(0, Math.max(0, own.length - parts.length)), ...parts];
  const isBeside = names.length === own.length && names.slice(0, -2).every((name, index) => name === own[index]);
  const [schema, table] = names.slice(-2);
  return parts.length > 0 && isBeside ? { schema: schema!, table: table! } : undefined;
}
