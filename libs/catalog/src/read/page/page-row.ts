import { KnownValues } from '@app/common';
import type { TextRow } from '@app/database';
import { oncePerType, type EntityType } from '../../definition/entity-type';
import { ALIASES, hasRootServiceType, type EntityRow } from '../entity-row';
import { toReference } from '../relation-question';
import { furtherNames, PLACES, type Beside, type Further } from './page-select';

/** What the statement of a page finds. */
export interface FoundPage {
  /** In the order of the page, the next one included. */
  readonly rows: readonly EntityRow[];
  readonly total: number | undefined;
}

/** Texts of what lies above that are kept for a type, and their UTF-16 units. */
export const [MOST_ABOVE, LONGEST_ABOVE] = [64, 4_096] as const;

/** What lies above the entities with one parent, by alias, as JSON. */
type Lines = Readonly<Record<string, Line | null>>;
/** An ancestor, as JSON. */
interface Line {
  readonly reference: Omit<Parameters<typeof toReference>[0], 'inherited'>;
  readonly serviceType: string | null;
}

/** The columns of a row that it shares with all that have its parent. */
type Above = readonly (readonly [column: keyof EntityRow, text: string | null])[];

/** By the text that PostgreSQL gives: pages of the same parents come one after the other. */
const keptAbove = oncePerType(() => new KnownValues<Above>(MOST_ABOVE, LONGEST_ABOVE));

export function aboveOf(entityType: EntityType, json: string): Above {
  return keptAbove(entityType).of(json, () => made(entityType, json));
}

function made(entityType: EntityType, json: string): Above {
  const found = JSON.parse(json) as Lines;
  const references = entityType.ancestors.map(({ property, at, types }) => {
    const reference = found[ALIASES[at]]?.reference;
    const isShown = reference && types.includes(reference.type);
    return [`a_${property}`, isShown ? JSON.stringify(toReference({ ...reference, inherited: false })) : null] as const;
  });
  const serviceType = hasRootServiceType(entityType) ? (found[ALIASES.root]?.serviceType ?? null) : null;
  return [...references, ['root_service_type', serviceType]];
}

interface FoundOrder {
  readonly withDetails: boolean;
  /** References of all rows, the one behind the page included, up to which all are there; undefined: they do not come along. */
  readonly mostReferences: number | undefined;
}

/**
 * The rows that `pageSelect` finds, with their references unless they are too many; undefined: there is a document larger than its share.
 */
export function pageRows(
  entityType: EntityType,
  { withDetails, mostReferences }: FoundOrder,
  found: readonly TextRow[],
): FoundPage | undefined {
  const above = new Map<string, Above>();
  const references = new Map<string, string>();
  const entities: TextRow[] = [];
  let total: number | undefined;
  let count = 0;
  for (const row of found) {
    const { [PLACES.node]: node, [PLACES.id]: id, [PLACES.name]: name, [PLACES.body]: body } = row;
    if (body == null) return undefined;
    if (id != null) entities.push(row);
    else
      switch (name as Beside) {
        case 'above':
          above.set(node as string, aboveOf(entityType, body));
          break;
        case 'references':
          references.set(node as string, body);
          count += Number(row[PLACES.fqn]);
          break;
        case 'total':
          total = Number(body);
      }
  }
  const further = furtherNames(entityType, withDetails);
  const rows = entities.map((row) => entityRow(row, above.get(row[PLACES.parent] ?? ''), further, withDetails));
  if (mostReferences !== undefined && count <= mostReferences)
    for (const row of rows) set(row, 'relations', references.get(row.node) ?? null);
  return { rows, total };
}

function entityRow(row: TextRow, above: Above | undefined, further: Further, withDetails: boolean): EntityRow {
  const first = withDetails ? PLACES.defaults + 1 : PLACES.body + 1;
  const made: EntityRow = {
    node: row[PLACES.node] as string,
    id: row[PLACES.id] as string,
    name: row[PLACES.name] as string,
    fqn: row[PLACES.fqn] as string,
    version: Number(row[PLACES.version]),
    updated_at: row[PLACES.updatedAt] as string,
    updated_by: row[PLACES.updatedBy] as string,
    deleted: row[PLACES.deleted] === 't',
    body: row[PLACES.body] as string,
    details: withDetails ? (row[PLACES.details] as string) : null,
    defaults: withDetails ? (row[PLACES.defaults] as string) : null,
    root_service_type: null,
  };
  if (above) for (const [column, text] of above) set(made, column, text);
  further.forEach((column, at) => set(made, column, row[first + at] ?? null));
  return made;
}

function set(row: Partial<Record<keyof EntityRow, unknown>>, column: keyof EntityRow, text: string | null): void {
  row[column] = text;
}
