import {
  objectOf,
  objectsOf,
  outcomeBy,
  textOf,
  timeOf,
  type Dimension,
  type Json,
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
  const nodes = { ...objectOf(objectOf(sent.manifest).nodes), ...objectOf(objectOf(sent.manifest).sources) };
  return {
    timestamp: timeOf(objectOf(metadata).generated_at),
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
  const outcome = isFreshness && status === 'error' ? 'failed' : outcomeOf(status);
  return {
    name: GENERIC.test(id) ? names.slice(0, -1).join('.') : names.join('.'),
    outcome,
    dimension,
    subject: isFreshness || kind === 'model' ? names.at(-1) : tableOf(node, nodes),
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

/** The name of the relation that a test is about. */
function tableOf({ attached_node: attached, depends_on: depends }: Json, nodes: Json): string | undefined {
  const { nodes: needed } = objectOf(depends);
  const first: unknown = Array.isArray(needed) ? needed[0] : undefined;
  const about = textOf(attached) ?? textOf(first);
  if (about === undefined) return undefined;
  const { alias, identifier, name } = objectOf(nodes[about]);
  return textOf(alias) ?? textOf(identifier) ?? textOf(name) ?? about.split('.').at(-1);
}
