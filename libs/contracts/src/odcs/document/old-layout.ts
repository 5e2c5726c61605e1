import { groupBy, isObject } from '@app/common';
import { type Json, objectsOf } from '../../document/json';

/** Names in 2.2 that differ from 3.x, by the migration notes of the standard. Other keys are unchanged. */
const ROOT = {
  uuid: 'id',
  quantumName: 'dataProduct',
  datasetDomain: 'domain',
  dataset: 'schema',
  stakeholders: 'team',
  slaDefaultColumn: 'slaDefaultElement',
};
const TABLE = {
  table: 'name',
  columns: 'properties',
  dataGranularity: 'dataGranularityDescription',
};
const COLUMN = {
  column: 'name',
  isPrimary: 'primaryKey',
  isPrimaryKey: 'primaryKey',
  isUnique: 'unique',
  partitionStatus: 'partitioned',
  encryptedColumnName: 'encryptedName',
  transformSourceTables: 'transformSourceObjects',
  sampleValues: 'examples',
  criticalDataElementStatus: 'criticalDataElement',
};
const SLA = { column: 'element' };

/** Name in 3.x → its names in 2.2. */
const OLD_NAMES = groupBy(
  [ROOT, TABLE, COLUMN, SLA].flatMap((names) => Object.entries<string>(names)),
  ([, name]) => name,
);

/** The key under which an element of a document of 2.2 has what 3.x calls `name`. */
export function oldKey(element: Json, name: string): string {
  const old = OLD_NAMES.get(name)?.find(([key]) => Object.hasOwn(element, key));
  return Object.hasOwn(element, name) || !old ? name : old[0];
}

/** Whether a document has parts that only 2.2 has. */
export function isOldLayout(document: Json): boolean {
  return ['dataset', 'stakeholders', 'quantumName', 'datasetDomain', 'slaDefaultColumn'].some((key) => key in document);
}

/** Converts a document of 2.2 to the names of 3.x. Members without an equivalent are not renamed. Does not change `document`. */
export function fromOldLayout(document: Json): Json {
  const next = renamed(document, ROOT);
  if (Array.isArray(next.schema)) next.schema = next.schema.map((table) => (isObject(table) ? tableOf(table) : table));
  if (Array.isArray(next.slaProperties))
    next.slaProperties = objectsOf(next.slaProperties).map((item) => renamed(item, SLA));
  return next;
}

function tableOf(table: Json): Json {
  const next = renamed(table, TABLE);
  if (Array.isArray(next.properties))
    next.properties = next.properties.map((column) => (isObject(column) ? renamed(column, COLUMN) : column));
  return next;
}

/** If the new name is already present, both members are unchanged. */
function renamed(object: Json, names: Readonly<Record<string, string>>): Json {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => {
      const name = Object.hasOwn(names, key) ? names[key] : undefined;
      return [name !== undefined && !Object.hasOwn(object, name) ? name : key, value];
    }),
  );
}
