import type { PreparedStatement } from '@app/database';
import type { ExportEdge } from './export-edge';
import { EDGES_BY_ENDS, LONG_EDGES_BY_ENDS } from './hop-edges';
import type { HopEdge } from './hop-edges';

type Ends = readonly string[];

/** Reads edges by their ends, given as parallel arrays: those that still exist, in the order requested. */
export interface EdgeLookup {
  /** Without SQL that is too long to be read together with that of many others. */
  short(from: Ends, to: Ends): Promise<HopEdge[]>;
  /** With everything that the export includes. */
  whole(from: Ends, to: Ends): Promise<ExportEdge[]>;
}

interface Source {
  read<Row extends object>(statement: PreparedStatement, values: readonly unknown[]): Promise<Row[]>;
}

/** Edges as the formats without details say them. */
export function plainLookup(source: Source): EdgeLookup {
  return {
    short: (from, to) => source.read<HopEdge>(EDGES_BY_ENDS, [from, to]),
    whole: (from, to) => source.read<HopEdge>(LONG_EDGES_BY_ENDS, [from, to]),
  };
}
