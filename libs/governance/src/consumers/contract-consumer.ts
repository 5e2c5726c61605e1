import { splitFqn, joinFqn, type Reference } from '@app/catalog';

/** A declaration that somebody relies on a contract, and on what of it. */
export interface ContractConsumer {
  readonly id: string;
  readonly contract: Reference;
  /** A user or a team. */
  readonly party: Reference;
  readonly purpose: string;
  /** Paths of columns; absent: the whole contract. */
  readonly columns?: readonly string[];
  /** Those of `columns` that the contract does not have any more. */
  readonly missingColumns?: readonly string[];
  readonly contact?: string;
  /** Epoch ms; from then on it counts for nothing. */
  readonly until?: number;
  /** Present where `until` has passed. */
  readonly expired?: true;
  readonly declaredBy?: Reference;
  /** Epoch ms. */
  readonly declaredAt: number;
  readonly updatedAt: number;
}

/** A consumer as an impact shows it. */
export type ConcernedConsumer = Pick<ContractConsumer, 'id' | 'party' | 'columns' | 'purpose'>;

/** The path of a column as the catalog spells it, where the paths have it; undefined where they do not. */
export function knownPath(text: string, paths: ReadonlySet<string>): string | undefined {
  if (paths.has(text)) return text;
  const names = splitFqn(text);
  const spelled = names && joinFqn(undefined, ...names);
  return spelled !== undefined && paths.has(spelled) ? spelled : undefined;
}

/** Whether one column is the other, lies in it, or holds it. */
const touches = (one: string, other: string): boolean =>
  one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`);

/**
 * Whether a change concerns somebody.
 *
 * @param relied paths of the columns that somebody relies on; absent: the whole
 * @param changed paths of the columns that change; absent: any
 */
export function isConcerned(relied: readonly string[] | undefined, changed: readonly string[] | undefined): boolean {
  if (!relied?.length || !changed) return true;
  return relied.some((one) => changed.some((other) => touches(one, other)));
}

/** A change as a comparison of contracts tells it. */
interface ToldChange {
  /** By names: schema.address.zip.dataType */
  readonly path: string;
  readonly compatibility: string;
}

const SCHEMA = 'schema.';

/**
 * Paths below the schema that breaking changes concern: of a column, with what of it changes behind. Undefined: something beside columns
 * changes, which concerns everybody.
 */
export function brokenColumns(changes: readonly ToldChange[]): string[] | undefined {
  const paths = changes.filter(({ compatibility }) => compatibility === 'breaking').map(({ path }) => path);
  return paths.every((path) => path.startsWith(SCHEMA)) ? paths.map((path) => path.slice(SCHEMA.length)) : undefined;
}
