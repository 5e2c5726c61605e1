import { neutralised } from '@app/common';
import type { SearchDocument, ShownHit } from '@app/search';
import { writeToString } from 'fast-csv';

/** RFC 4180 */
const FORM = { headers: false, rowDelimiter: '\r\n', includeEndRowDelimiter: true } as const;
const SEPARATOR = ';';

type Document = Partial<SearchDocument>;

/** The cells of a hit's row, by header. */
const CELLS: Readonly<Record<string, (document: Document) => unknown>> = {
  entityType: ({ entityType }) => entityType,
  fullyQualifiedName: ({ fullyQualifiedName }) => fullyQualifiedName,
  name: ({ name }) => name,
  displayName: ({ displayName }) => displayName,
  description: ({ description }) => description,
  service: ({ service }) => named(service),
  serviceType: ({ serviceType }) => serviceType,
  database: ({ database }) => named(database),
  databaseSchema: ({ databaseSchema }) => named(databaseSchema),
  tier: ({ tier }) => member(tier, 'tagFQN'),
  tags: ({ tags }) => listed(tags, 'tagFQN'),
  owners: ({ owners }) => listed(owners, 'name'),
  domains: ({ domains }) => listed(domains, 'fullyQualifiedName'),
  dataProducts: ({ dataProducts }) => listed(dataProducts, 'fullyQualifiedName'),
  contractStatus: ({ contract }) => member(contract, 'entityStatus'),
  contractLatestStatus: ({ contract }) => member(contract, 'latestStatus'),
  deleted: ({ deleted }) => deleted,
  updatedAt: ({ updatedAt }) => updatedAt,
  id: ({ id }) => id,
};

/** The document paths that rows are built from. */
export const SHOWN_PATHS: readonly string[] = [
  ...[
    'id',
    'entityType',
    'fullyQualifiedName',
    'name',
    'displayName',
    'description',
    'serviceType',
    'deleted',
    'updatedAt',
  ],
  ...['service.name', 'database.name', 'databaseSchema.name', 'tier.tagFQN', 'tags.tagFQN', 'owners.name'],
  ...[
    'domains.fullyQualifiedName',
    'dataProducts.fullyQualifiedName',
    'contract.entityStatus',
    'contract.latestStatus',
  ],
];

/** The CSV of hits, page by page. Unless `raw`, cells are escaped so that spreadsheets do not evaluate them as formulas. */
export async function* csvOfHits(pages: AsyncIterable<readonly ShownHit[]>, raw: boolean): AsyncGenerator<string> {
  yield `${Object.keys(CELLS).join(',')}\r\n`;
  for await (const hits of pages) {
    const rows = hits.map(({ source = {} }) => Object.values(CELLS).map((cell) => textOf(cell(source))));
    if (rows.length) yield await writeToString(raw ? rows : rows.map((row) => row.map(neutralised)), FORM);
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);
}

function member(value: unknown, name: string): unknown {
  return (value as Readonly<Record<string, unknown>> | undefined)?.[name];
}

const named = (value: unknown): unknown => member(value, 'name');

function listed(values: unknown, name: string): string {
  return Array.isArray(values) ? values.map((value) => textOf(member(value, name))).join(SEPARATOR) : '';
}
