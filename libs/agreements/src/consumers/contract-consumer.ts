import { splitFqn, joinFqn, type Reference } from '@app/catalog';
import { foldName, type NameCase } from '@app/datatypes';

/** A declaration that a consumer relies on a contract, and on which parts of it. */
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

/** Paths of columns, and how the platform of the asset reads names. */
export interface PromisedPaths {
  readonly paths: ReadonlySet<string>;
  readonly nameCase: NameCase;
  /** They are the names of the asset itself, and not what a contract writes for them. */
  readonly areOfAsset: boolean;
}

/** The one of the paths that a text means, as the platform reads names of columns; undefined where none or several are meant. */
export function knownPath(text: string, { paths, nameCase, areOfAsset }: PromisedPaths): string | undefined {
  if (paths.has(text)) return text;
  const names = splitFqn(text);
  if (!names) return undefined;
  const written = joinFqn(undefined, ...names);
  if (paths.has(written)) return written;
  // A name in quotes is exact.
  if (nameCase === 'exact' || text.includes('"')) return undefined;
  const meant = names.map((name) => foldName(name, nameCase));
  const read = (name: string): string => (areOfAsset && nameCase !== 'blind' ? name : foldName(name, nameCase));
  const isMeant = (path: string): boolean => {
    const parts = splitFqn(path) ?? [];
    return parts.length === names.length && parts.every((name, at) => name === names[at] || read(name) === meant[at]);
  };
  const [found, another] = [...paths].filter(isMeant);
  return another === undefined ? found : undefined;
}

/**
 * Whether one column is the other, lies in it, or has it as a field. The case of letters does not count: a contract may write a name in
 * another way than it did when a consumer relied on it, and one consumer more is asked rather than one less.
 */
function touches(one: string, other: string): boolean {
  const [a, b] = [foldName(one, 'blind'), foldName(other, 'blind')];
  return a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`);
}

/**
 * Whether a change affects a consumer.
 *
 * @param relied paths of the columns that the consumer relies on; absent: the whole
 * @param changed paths of the columns that change; absent: any
 */
export function isConcerned(relied: readonly string[] | undefined, changed: readonly string[] | undefined): boolean {
  if (!relied?.length || !changed) return true;
  return relied.some((one) => changed.some((other) => touches(one, other)));
}

/** A change as a comparison of contracts returns it. */
interface NotifiedChange {
  /** By names: schema.address.zip.dataType */
  readonly path: string;
  readonly compatibility: string;
  readonly from?: unknown;
}

const SCHEMA = 'schema.';
/** A promise that only the document of the contract states of the object or of a column. */
const OF_DOCUMENT = 'odcs:schema';

/**
 * Paths below the schema that breaking changes concern: of a column, with what of it changes behind. Undefined: something beside columns
 * changes, which concerns everybody.
 */
export function brokenColumns(changes: readonly NotifiedChange[]): string[] | undefined {
  const columns = changes.filter(({ compatibility }) => compatibility === 'breaking').map(columnOf);
  return columns.every((column) => column !== undefined) ? columns : undefined;
}

function columnOf({ path, from }: NotifiedChange): string | undefined {
  if (path.startsWith(SCHEMA)) return path.slice(SCHEMA.length);
  // What was said begins with the column.
  const [column] = path.startsWith(OF_DOCUMENT) && Array.isArray(from) ? (from as readonly unknown[]) : [];
  return typeof column === 'string' ? column : undefined;
}
