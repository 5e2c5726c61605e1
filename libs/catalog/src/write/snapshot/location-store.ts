import { CacheMemory, RevalidatingCache } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EntityType } from '../../definition/entity-type';
import type { EntityRow } from '../../read/entity-row';
import type { Target } from '../entity-draft';
import { parentsIn, type Body, type Parents } from '../references/body-references';
import { inheritedBelow, locationStatements, type LocationRow } from './location-statement';

/** A live parent, and what an entity without references of its own would show below it. */
export interface LocationSnapshot {
  readonly line: Parents & { readonly parent: Target };
  /** The columns that it has from its ancestors, and those that are computed of a new one. */
  readonly row: EntityRow;
  /** The versions of the rows that all of it follows from. */
  readonly stamp: string;
}

export interface LoadedLocation {
  readonly location: LocationSnapshot | undefined;
  /** Whether it was read within this request; else it may be stale. */
  readonly isRead: boolean;
}

/** Parents on which creates are planned. A plan is valid only if the insert finds the same versions. */
@Injectable()
export class LocationStore {
  private readonly cache: RevalidatingCache<LocationSnapshot>;

  constructor(
    private readonly database: Database,
    memory: CacheMemory,
  ) {
    this.cache = new RevalidatingCache(memory, {
      name: 'places',
      sizeOf: ({ row, stamp }) => JSON.stringify(row).length + stamp.length,
    });
  }

  /**
   * The parent of a body that names one, of one type and without a link; undefined if it names another, or none of that name is
   * there.
   * @param anew reads it, whatever is known of it
   */
  async load(entityType: EntityType, body: Body, anew: boolean): Promise<LoadedLocation> {
    const [parent, ...others] = parentsIn(entityType, body);
    const statements = locationStatements(entityType);
    if (!parent || others.length > 0 || parent.between || !statements) return NOWHERE;
    const { id, fqn, types } = parent;
    const [type, ...otherTypes] = types;
    const name = id ?? fqn;
    if (type === undefined || otherTypes.length > 0 || name === undefined) return NOWHERE;
    const key = `${entityType.type} ${type} ${name}`;
    const known = this.cache.recall(key, () => !anew);
    if (known) return { location: known, isRead: false };
    const { statement, values } = statements[id === undefined ? 'fqn' : 'id'];
    const [row] = await this.database.read<LocationRow>(statement, [...values, type, name]);
    if (row?.place_stamp == null) return NOWHERE;
    const location = locationOf(parent.field, type, row, row.place_stamp);
    this.cache.put(key, { value: location, version: location.stamp, sight: 'all' });
    return { location, isRead: true };
  }
}

const NOWHERE: LoadedLocation = { location: undefined, isRead: true };

function locationOf(property: string, type: string, row: LocationRow, stamp: string): LocationSnapshot {
  const parent: Target = {
    node: row.place_node,
    id: row.place_id,
    type,
    name: row.place_name,
    fullyQualifiedName: row.place_fqn,
    ...(row.place_display_name === null ? {} : { displayName: row.place_display_name }),
    deleted: false,
    root: row.place_root,
  };
  const line = { parent, parents: new Map([[property, parent]]), between: [] };
  return { line, row: { ...row, relations: inheritedBelow(row.relations) }, stamp };
}
