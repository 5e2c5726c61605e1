import { scanDisplay } from '@app/datatypes';
import type { Reason } from '../reason';
import type { Kind } from './kind';

export type TableKind = 'Regular' | 'View' | 'MaterializedView' | 'Partitioned' | 'Foreign' | 'External';

/** A column as the source has it now. */
export interface SourceColumn {
  readonly name: string;
  /** The type in the source's own spelling. */
  readonly display: string;
  /** The kind of its values; checks ask for it. */
  readonly kind: Kind;
  readonly isNullable: boolean;
  readonly comment?: string;
  /** Fields of a struct. */
  readonly children?: readonly SourceColumn[];
  /** The names of a field of a struct, the outermost first; absent of a column. */
  readonly path?: readonly string[];
}

export type SourceConstraint =
  | { readonly type: 'PRIMARY_KEY' | 'UNIQUE'; readonly columns: readonly string[] }
  | {
      readonly type: 'FOREIGN_KEY';
      readonly columns: readonly string[];
      /** Columns of the other table, in the same order. */
      readonly referred: { readonly schema: string; readonly table: string; readonly columns: readonly string[] };
    };

/** A table, view or file, in one shape for all engines. */
export interface SourceTable {
  readonly schema: string;
  readonly name: string;
  readonly kind: TableKind;
  readonly comment?: string;
  /** In the source's order. */
  readonly columns: readonly SourceColumn[];
  readonly constraints: readonly SourceConstraint[];
  readonly partition?: { readonly columns: readonly string[]; readonly method: string };
  /** The source's text of a view. */
  readonly definition?: string;
  /** Other tables inherit from it: its rows are theirs too, and its constraints say nothing of those. */
  readonly hasHeirs?: true;
  /** The source shows the reader of the connection some of its rows alone. */
  readonly rowSecurity?: true;
  /** The reader of the connection may not read it. */
  readonly isRefused?: true;
  /** Stays with the object when it is renamed. */
  readonly nativeId?: string;
  readonly rowEstimate?: number;
  readonly sizeInByte?: number;
  /** When the data changed last, in epoch ms, where the source knows. */
  readonly changedAt?: number;
  readonly fileFormat?: string;
  readonly locationPath?: string;
  /** Why it may be another table than the one that the catalog has: it is neither written nor checked. */
  readonly doubt?: { readonly code: 'headerChanged' | 'headerLooksLikeData'; readonly message: string };
}

/**
 * Fields of a struct, each as a column; none where the type is another, or its fields have no names.
 * @param display such as `STRUCT(a INTEGER)`
 * @param columnOf a column by its name and type
 */
export function structFields(
  display: string,
  columnOf: (name: string, display: string) => SourceColumn,
): readonly SourceColumn[] {
  if (!/^(STRUCT|ROW|TUPLE)\b/i.test(display) || display.endsWith(']')) return [];
  return (scanDisplay(display)?.items ?? []).flatMap((item) =>
    'type' in item && item.name !== undefined ? [columnOf(item.name, item.type.text)] : [],
  );
}

/** A table that checks refer to, as the source has it now. */
export interface ReferredTable {
  readonly schema: string;
  readonly table: string;
  readonly columns: readonly SourceColumn[];
}

/** Why a table that a check refers to is not read. */
export interface UnreadTable {
  readonly reason: Reason;
  readonly message: string;
}

/** The tables that checks refer to, by the text that names them. */
export type ReferredTables = ReadonlyMap<string, ReferredTable | UnreadTable>;
