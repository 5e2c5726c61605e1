import { AppError, groupBy } from '@app/common';
import { quoteName } from '../../fqn';
import { toReference } from '../../read/relation-question';
import type { Unseen } from '../../visibility/visibility';
import type { Target } from '../entity-draft';

/** A reference in a body: to one of these types, by id or by FQN. */
export interface RequestedReference {
  readonly field: string;
  readonly types: readonly string[];
  readonly id?: string;
  readonly fqn?: string;
  /** FQN parts that a link gives in addition to the entity. */
  readonly between?: readonly string[];
}

export interface FoundRow {
  readonly node: string;
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly fqn: string;
  readonly display_name: string | null;
  readonly deleted: boolean;
  readonly root: string;
}

export const ALL_SEEN: Unseen = { hidden: new Set(), requireOneOf: () => undefined };

/** Entities found by a statement, by id and by name. */
export class FoundEntities {
  private readonly byId: ReadonlyMap<string, FoundRow>;
  /** By FQN; several types can have one. */
  private readonly byName: ReadonlyMap<string, readonly FoundRow[]>;

  constructor(
    rows: readonly FoundRow[],
    private readonly unseen: Unseen = ALL_SEEN,
  ) {
    this.byId = new Map(rows.map((row) => [row.id, row]));
    this.byName = groupBy(rows, ({ fqn }) => fqn);
  }

  /** @throws {AppError} NOT_FOUND, FORBIDDEN; soft-deleted or hidden entities are accepted only if already referenced */
  pick(requested: RequestedReference, held: ReadonlySet<string>): Target {
    return this.judge(requested, this.find(requested), held);
  }

  has(requested: RequestedReference): boolean {
    return this.find(requested) !== undefined;
  }

  /** `pick` for a row found by other means. */
  judge(requested: RequestedReference, row: FoundRow | undefined, held: ReadonlySet<string>): Target {
    const meant = row && requested.types.includes(row.type) ? row : undefined;
    if (meant && held.has(meant.id)) return toTarget(meant);
    if (meant && !meant.deleted && !this.unseen.hidden.has(meant.id)) return toTarget(meant);
    return this.refuse(requested);
  }

  /** Refuses as a reference to nothing is refused. @throws {AppError} NOT_FOUND, FORBIDDEN */
  refuse(requested: RequestedReference): never {
    this.unseen.requireOneOf(requested.types);
    const { field, types, id, fqn } = requested;
    const message = `${types.join(' or ')} instance for ${id ?? fqn ?? ''} not found`;
    throw new AppError('NOT_FOUND', message, { details: [{ field, message }] });
  }

  private find({ types, id, fqn }: RequestedReference): FoundRow | undefined {
    return id === undefined ? this.named(types, fqn ?? '') : this.byId.get(id);
  }

  private named(types: readonly string[], fqn: string): FoundRow | undefined {
    for (const spelling of spellings(fqn)) {
      const rows = this.byName.get(spelling) ?? [];
      // Of the type that is named first.
      for (const type of rows.length ? types : []) {
        const row = rows.find((one) => one.type === type);
        if (row) return row;
      }
    }
    return undefined;
  }
}

export const keyOf = (type: string, fqn: string): string => `${type} ${fqn}`;

/** People and other roots are also accepted without the quotes of their FQN: `jane.doe` for `"jane.doe"`. */
export function spellings(fqn: string): string[] {
  const quoted = quoteName(fqn);
  return quoted === fqn || fqn.includes('"') ? [fqn] : [fqn, quoted];
}

function toTarget({ node, root, ...row }: FoundRow): Target {
  return { node, ...toReference(row), root };
}
