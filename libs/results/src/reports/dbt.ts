import {
  objectOf,
  objectsOf,
  outcomeBy,
  textOf,
  timeOf,
  type Dimension,
  type Json,
  type Relation,
  type ReportedCheck,
  type ToolReport,
} from './tool-report';

const outcomeOf = outcomeBy({
  ...{ pass: 'passed', success: 'passed', warn: 'passed', reused: 'passed', fail: 'failed' },
  ...{ error: 'error', 'runtime error': 'error', skipped: 'skipped', 'no-op': 'skipped' },
});

/** A generic test ends with a digest: `test.shop.not_null_orders_id.cf6c17daed`. */
const GENERIC = /^test\..+\.[\da-f]{10}$/;
const TESTS_SCHEMA = /column_to_exist|columns_to_match|column_count|be_of_type|in_type_list/;

/** `run_results.json` of `dbt test` or `dbt build`, or `sources.json` of `dbt source freshness`; with the manifest tables are known. */
export function readDbt(sent: Json): ToolReport {
  const report = sent.run_results === undefined ? sent : objectOf(sent.run_results);
  const { metadata, results, elapsed_time: seconds } = report;
  const manifest = objectOf(sent.manifest);
  const nodes = { ...objectOf(manifest.nodes), ...objectOf(manifest.sources) };
  return {
    timestamp: timeOf(objectOf(metadata).generated_at),
    platform: textOf(objectOf(manifest.metadata).adapter_type),
    executionTime: typeof seconds === 'number' ? Math.round(seconds * 1000) : undefined,
    checks: checksOf(objectsOf(results), nodes),
  };
}

function* checksOf(results: readonly Json[], nodes: Json): Generator<ReportedCheck> {
  for (const result of results) {
    const check = checkOf(result, nodes);
    if (check) yield check;
  }
}

function checkOf(result: Json, nodes: Json): ReportedCheck | undefined {
  const { unique_id: uniqueId, status, message, failures } = result;
  const id = textOf(uniqueId) ?? '';
  const [kind = '', , ...names] = id.split('.');
  const isFreshness = result.max_loaded_at !== undefined || result.criteria !== undefined;
  // Of models only the failed ones say something: they broke what their configuration promises of their columns.
  const dimension = isFreshness ? 'sla' : dimensionOf(kind, id, status);
  if (dimension === undefined) return undefined;
  const node = objectOf(nodes[id]);
  const isRelation = isFreshness || kind === 'model';
  const about = isRelation ? id : aboutOf(node);
  const outcome = isFreshness && status === 'error' ? 'failed' : outcomeOf(status);
  return {
    name: GENERIC.test(id) ? names.slice(0, -1).join('.') : names.join('.'),
    outcome,
    dimension,
    subject: isRelation ? names.at(-1) : about && nameOf(about, nodes),
    relation: about === undefined ? undefined : relationOf(objectOf(nodes[about])),
    field: textOf(node.column_name),
    message: textOf(message) ?? (outcome === 'failed' && typeof failures === 'number' ? `${failures} rows` : undefined),
  };
}

function dimensionOf(kind: string, id: string, status: unknown): Dimension | undefined {
  switch (kind) {
    case 'test':
      return TESTS_SCHEMA.test(id) ? 'schema' : GENERIC.test(id) ? 'quality' : 'semantics';
    case 'unit_test':
      return 'semantics';
    case 'model':
      return status === 'error' ? 'schema' : undefined;
    default:
      return undefined;
  }
}

/**
 * The node that a test is about, as an import of the artifacts has it: without `attached_node` what `relationships` reads last, else the last one by
 * its id.
 */
function aboutOf({ attached_node: attached, depends_on: depends, test_metadata: test }: Json): string | undefined {
  const { nodes } = objectOf(depends);
  const read = (Array.isArray(nodes) ? nodes : []).flatMap((id: unknown) => textOf(id) ?? []);
  const needed = read.filter((id) => !id.startsWith('macro.'));
  const last = objectOf(test).name === 'relationships' ? needed.at(-1) : [...needed].sort().at(-1);
  return textOf(attached) ?? last;
}

const ownName = ({ alias, identifier, name }: Json): string | undefined =>
  textOf(alias) ?? textOf(identifier) ?? textOf(name);

const nameOf = (id: string, nodes: Json): string | undefined => ownName(objectOf(nodes[id])) ?? id.split('.').at(-1);

/** Engines with two levels have no database: their one level stands for both. */
function relationOf(node: Json): Relation | undefined {
  const [name, schema] = [ownName(node), textOf(node.schema)];
  if (name === undefined || schema === undefined) return undefined;
  return { database: textOf(node.database) ?? schema, schema, name };
}
