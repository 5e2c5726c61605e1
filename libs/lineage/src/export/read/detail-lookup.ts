import type { Actor } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { EdgeReader } from '../../edges/store/edge-reader';
import type { StoredEdge } from '../../edges/store/stored-edge';
import type { EdgeLookup } from './edge-lookup';
import { plainLookup } from './edge-lookup';
import type { ExportEdge } from './export-edge';

/** Reads edges with all stored details. */
@Injectable()
export class DetailLookup {
  constructor(
    private readonly database: Database,
    private readonly reader: EdgeReader,
  ) {}

  of(actor: Actor): EdgeLookup {
    return {
      short: plainLookup(this.database).short,
      whole: async (from, to) => (await this.reader.read(this.database, actor, from, to)).map(exportEdge),
    };
  }
}

function exportEdge(stored: StoredEdge): ExportEdge {
  const { from, to, sqlQuery } = stored;
  return {
    fromNode: Number(stored.fromNode),
    toNode: Number(stored.toNode),
    fromFqn: from.fullyQualifiedName,
    fromType: from.type,
    toFqn: to.fullyQualifiedName,
    toType: to.type,
    sqlQuery,
    stored,
  };
}
