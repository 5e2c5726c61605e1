import type { Reference } from '@app/catalog';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { referenceJson } from '../edges/edge-reader';

/** A node of a graph as it is shown. */
export interface ShownNode {
  readonly node: number;
  readonly reference: Reference;
}

const REFERENCES = {
  name: 'lineage-references',
  text: `
    select e.node::float8 as node, ${referenceJson('e')} as reference
      from unnest($1::bigint[]) with ordinality as w (node, place) join entity e on e.node = w.node order by w.place`,
};

@Injectable()
export class NodeReader {
  constructor(private readonly database: Database) {}

  /** In the order asked for. */
  async read(nodes: readonly number[]): Promise<ShownNode[]> {
    return nodes.length > 0 ? this.database.read<ShownNode>(REFERENCES, [nodes]) : [];
  }
}
