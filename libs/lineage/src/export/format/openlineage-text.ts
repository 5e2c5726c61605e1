import { entityTypes, splitFqn } from '@app/catalog';
import { uuidOfText } from '@app/common';
import type { StoredEdge } from '../../edges/stored-edge';
import { columnPairs, type ExportSource } from '../export-request';

/** Producer of the events: a URI, as the specification requires. */
const PRODUCER = 'urn:metadata-catalog:lineage-export';
const SPEC = 'https://openlineage.io/spec';
const EVENT = `${SPEC}/2-0-2/OpenLineage.json#/$defs`;

const FACET = {
  sql: { _producer: PRODUCER, _schemaURL: `${SPEC}/facets/1-0-1/SQLJobFacet.json#/$defs/SQLJobFacet` },
  columnLineage: {
    _producer: PRODUCER,
    _schemaURL: `${SPEC}/facets/1-2-0/ColumnLineageDatasetFacet.json#/$defs/ColumnLineageDatasetFacet`,
  },
};

/** Namespace of jobs unknown to the catalog: one job per edge, because all inputs of a job lead to all its outputs. */
const JOBS = 'metadata-catalog';

/**
 * A JSON list of OpenLineage events, one per edge and line: a RunEvent of the pipeline if the edge has one, otherwise
 * a JobEvent. No event reports the end of a run: an exported edge is no evidence that data arrived.
 */
export async function* openLineageText({ pages }: ExportSource): AsyncGenerator<string, void, undefined> {
  const eventTime = new Date().toISOString();
  let separator = '[\n';
  for await (const { edges } of pages) {
    for (const edge of edges) {
      if (!edge.stored) continue;
      yield separator + JSON.stringify({ eventTime, producer: PRODUCER, ...eventOf(edge.stored) });
      separator = ',\n';
    }
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

function eventOf(edge: StoredEdge): object {
  const { from, to, pipeline } = edge;
  const input = openLineageName(from.type, from.fullyQualifiedName);
  const output = openLineageName(to.type, to.fullyQualifiedName);
  const sides = { inputs: [input], outputs: [{ ...output, ...columnFacet(edge, input) }] };
  const sql = edge.sqlQuery ? { facets: { sql: { ...FACET.sql, query: edge.sqlQuery } } } : {};
  if (!pipeline) {
    const job = { namespace: JOBS, name: `${from.id}/${to.id}`, ...sql };
    return { schemaURL: `${EVENT}/JobEvent`, job, ...sides };
  }
  const job = { ...openLineageName(pipeline.type, pipeline.fullyQualifiedName), ...sql };
  const run = { runId: runIdOf(edge) };
  return { schemaURL: `${EVENT}/RunEvent`, eventType: 'OTHER', run, job, ...sides };
}

/** Deterministic per edge, so that importing it again replaces the previous import. */
function runIdOf({ from, to }: StoredEdge): string {
  return uuidOfText(`${from.id} ${to.id}`);
}

function columnFacet(edge: StoredEdge, input: OpenLineageName): object {
  const fields: Record<string, { inputFields: object[] }> = {};
  for (const { fromColumn, toColumn, function: how } of columnPairs(edge)) {
    const field = { ...input, field: fromColumn, ...(how === undefined ? {} : transformed(how)) };
    (fields[toColumn] ??= { inputFields: [] }).inputFields.push(field);
  }
  return Object.keys(fields).length ? { facets: { columnLineage: { ...FACET.columnLineage, fields } } } : {};
}

/**
 * `DIRECT/IDENTITY, INDIRECT/FILTER` is the stored form of imported transformations; any other text is exported
 * unchanged.
 */
function transformed(how: string): object {
  const words = how.split(', ');
  const all = words.every((word) => /^(IN)?DIRECT(\/[A-Z_]+)?$/.test(word));
  const steps = (all ? words : [how]).map((word) => {
    const [type, subtype] = all ? word.split('/') : [word];
    return { type, ...(subtype === undefined ? {} : { subtype }) };
  });
  return { transformations: steps };
}

/** Name of a dataset or job in OpenLineage. */
export interface OpenLineageName {
  readonly namespace: string;
  readonly name: string;
}

/**
 * The namespace is the service, the name the rest of the FQN: in a database service with its levels, otherwise as a
 * single name. With a rule that maps each service's name to that service, such names resolve to the original
 * entities.
 */
export function openLineageName(type: string, fqn: string): OpenLineageName {
  const [namespace = fqn, ...rest] = splitFqn(fqn) ?? [];
  const [only] = rest;
  if (only === undefined) return { namespace, name: fqn };
  if (rest.length === 1 && !isInDatabase(type)) return { namespace, name: only };
  return { namespace, name: fqn.slice(fqn.startsWith('"') ? namespace.length + 3 : namespace.length + 1) };
}

/** Whether its service is one of databases: the levels of its FQN are then part of the name. */
const isInDatabase = (type: string): boolean =>
  entityTypes.get(type).ancestors.some(({ at, types }) => at === 'root' && types.includes('databaseService'));
