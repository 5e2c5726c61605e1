import { AppError, notFound } from '@app/common';
import { quoteName } from '../../fqn/fqn';
import type { Unseen } from '../../read/visibility/visibility';
import type { Target } from '../entity-draft';

/** What a body names: one of these types, by id or by FQN. */
export interface Wanted {
  readonly field: string;
  readonly types: readonly string[];
  readonly id?: string;
  readonly fqn?: string;
  /** Names in the FQN that a link gives beside the entity. */
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
  readonly service_type: string | null;
}

export const ALL_SEEN: Unseen = { hidden: new Set(), requireType: () => undefined };

/** What a statement found, by id and by name. */
export class FoundEntities {
  private readonly byId: ReadonlyMap<string, FoundRow>;
  private readonly byName: ReadonlyMap<string, FoundRow>;

  constructor(
    rows: readonly FoundRow[],
    private readonly unseen: Unseen = ALL_SEEN,
  ) {
    this.byId = new Map(rows.map((row) => [row.id, row]));
    this.byName = new Map(rows.map((row) => [keyOf(row.type, row.fqn), row]));
  }

  /** @throws {AppError} NOT_FOUND, FORBIDDEN; what is soft-deleted or not for the caller to see is found by those who hold it already */
  pick({ field, types, id, fqn }: Wanted, held: ReadonlySet<string>): Target {
    const row = id === undefined ? this.named(types, fqn ?? '') : this.byId.get(id);
    if (row && types.includes(row.type)) {
      if (held.has(row.id)) return toTarget(row);
      this.unseen.requireType(row.type);
      if (!row.deleted && !this.unseen.hidden.has(row.id)) return toTarget(row);
    }
    const message = `${types.join(' or ')} instance for ${id ?? fqn ?? ''} not found`;
    throw new AppError('NOT_FOUND', message, { details: [{ field, message }] });
  }

  /** What is there by now under the id of a target. @throws {AppError} NOT_FOUND */
  still({ id, type, fullyQualifiedName }: Target): Target {
    const row = this.byId.get(id);
    if (!row || row.deleted) throw notFound(type, fullyQualifiedName);
    return toTarget(row);
  }

  private named(types: readonly string[], fqn: string): FoundRow | undefined {
    for (const spelling of spellings(fqn)) {
      for (const type of types) {
        const row = this.byName.get(keyOf(type, spelling));
        if (row) return row;
      }
    }
    return undefined;
  }
}

export const keyOf = (type: string, fqn: string): string => `${type} ${fqn}`;

/** People and other roots are also named without the quotes of their FQN: `jane.doe` for `"jane.doe"`. */
export function spellings(fqn: string): string[] {
  const quoted = quoteName(fqn);
  return quoted === fqn || fqn.includes('"') ? [fqn] : [fqn, quoted];
}

function toTarget(row: FoundRow): Target {
  return {
    node: row.node,
    id: row.id,
    type: row.type,
    name: row.name,
    fullyQualifiedName: row.fqn,
    ...(row.display_name === null ? {} : { displayName: row.display_name }),
    deleted: row.deleted,
    root: row.root,
    ...(row.service_type === null ? {} : { serviceType: row.service_type }),
  };
}
