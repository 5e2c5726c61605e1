import type { ShownHit } from '@app/search';
import { csvText } from '../../transfer/export/file-text';

const SEPARATOR = ';';

/** The cells of a hit's row: by header, the path of its value in a document; of a list, that of each item. */
const CELLS: Readonly<Record<string, string>> = {
  entityType: 'entityType',
  fullyQualifiedName: 'fullyQualifiedName',
  name: 'name',
  displayName: 'displayName',
  description: 'description',
  service: 'service.name',
  serviceType: 'serviceType',
  database: 'database.name',
  databaseSchema: 'databaseSchema.name',
  tier: 'tier.tagFQN',
  tags: 'tags.tagFQN',
  owners: 'owners.name',
  domains: 'domains.fullyQualifiedName',
  dataProducts: 'dataProducts.fullyQualifiedName',
  contractStatus: 'contract.entityStatus',
  contractLatestStatus: 'contract.latestStatus',
  deleted: 'deleted',
  updatedAt: 'updatedAt',
  id: 'id',
};

/** The document paths that rows are built from. */
export const SHOWN_PATHS: readonly string[] = Object.values(CELLS);

const STEPS = SHOWN_PATHS.map((path) => path.split('.'));

/** The CSV of hits, page by page. Unless `raw`, cells are escaped so that spreadsheets do not evaluate them as formulas. */
export function csvOfHits(pages: AsyncIterable<readonly ShownHit[]>, raw: boolean): AsyncGenerator<string> {
  return csvText(Object.keys(CELLS), pages, (hit) => [rowOf(hit)], raw);
}

function rowOf({ source = {} }: ShownHit): string[] {
  return STEPS.map(([member = '', inside]) => {
    const value = source[member];
    if (inside === undefined) return textOf(value);
    const items: unknown[] = [value ?? []].flat();
    return items.map((item) => textOf((item as Readonly<Record<string, unknown>>)[inside])).join(SEPARATOR);
  });
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);
}
