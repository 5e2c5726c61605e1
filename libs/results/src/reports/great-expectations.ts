import {
  eachAs,
  latestOf,
  notTooMany,
  objectOf,
  objectsOf,
  textOf,
  timeOf,
  type CheckOutcome,
  type Dimension,
  type Json,
  type ReportedCheck,
  type ToolReport,
} from './tool-report';

const TESTS_SCHEMA = /column_to_exist|columns_to_match|column_count|be_of_type|in_type_list|match_json_schema/;
const TESTS_RULES = /unexpected_rows|multicolumn|compound_columns|column_pair|expect_query/;

/** An expectation that is not met and is of one of these severities warns; `critical` is the default. */
const WARNING_SEVERITIES: readonly unknown[] = ['warning', 'info'];

/**
 * A validation result, a list of them, or the result of a checkpoint, which contains several: as JSON of the object or as its `describe()`.
 */
export function readGreatExpectations(report: Json | readonly Json[]): ToolReport {
  const results = notTooMany(validationsOf(report), 'validations');
  const times = results.flatMap(({ meta }) => timeOf(objectOf(objectOf(meta).run_id).run_time) ?? []);
  return { timestamp: latestOf(times), checks: checksOfAll(results) };
}

function validationsOf(report: Json | readonly Json[]): Json[] {
  if (Array.isArray(report)) return objectsOf(report);
  const { run_results: runs, validation_results: described } = report as Json;
  if (described !== undefined) return objectsOf(described);
  if (runs === undefined) return [report as Json];
  // A list in JSON of pydantic, whose keys are no texts.
  if (Array.isArray(runs)) return objectsOf(runs);
  // Before release 1 each is wrapped.
  return Object.values(objectOf(runs)).map((run) => objectOf(objectOf(run).validation_result ?? run));
}

function* checksOfAll(results: readonly Json[]): Generator<ReportedCheck> {
  for (const result of results) yield* checksOf(result);
}

function checksOf({ results, expectations, meta, asset_name: asset }: Json): Iterable<ReportedCheck> {
  const { active_batch_definition: batch, batch_kwargs: kwargs, batch_spec: spec } = objectOf(meta);
  const subject =
    textOf(objectOf(batch).data_asset_name) ??
    textOf(objectOf(kwargs).data_asset_name) ??
    textOf(objectOf(spec).table_name) ??
    textOf(asset);
  return eachAs(objectsOf(results ?? expectations), (checked) => {
    const { success, expectation_config: config, result, exception_info: thrown } = checked;
    // A description has the members of the configuration beside the result.
    const {
      type,
      expectation_type: older,
      kwargs: given,
      severity,
    } = config === undefined ? checked : objectOf(config);
    const name = textOf(type) ?? textOf(older) ?? 'expectation';
    const exception = exceptionOf(objectOf(thrown));
    // A description does not say what was raised: it has no result then.
    const isEmpty = config === undefined && Object.keys(objectOf(result)).length === 0;
    const outcome = success !== true && isEmpty ? 'error' : outcomeOf(success, severity, exception);
    return {
      ...{ name, outcome, subject, dimension: dimensionOf(name) },
      field: textOf(objectOf(given).column),
      message: outcome === 'passed' ? undefined : (exception ?? observed(objectOf(result))),
    };
  });
}

/** An expectation that could not run has no result, of whatever severity it is. */
function outcomeOf(success: unknown, severity: unknown, exception: string | undefined): CheckOutcome {
  if (success === true) return 'passed';
  if (exception !== undefined || success !== false) return 'error';
  return WARNING_SEVERITIES.includes(severity) ? 'passed' : 'failed';
}

function dimensionOf(name: string): Dimension {
  if (TESTS_SCHEMA.test(name)) return 'schema';
  return TESTS_RULES.test(name) ? 'semantics' : 'quality';
}

/** Release 1 has one of these for each metric. */
function exceptionOf(info: Json): string | undefined {
  const [raised] = [info, ...objectsOf(Object.values(info))].filter((one) => one.raised_exception === true);
  return raised && (textOf(raised.exception_message) ?? 'an exception was raised');
}

function observed({
  unexpected_count: count,
  unexpected_percent: percent,
  observed_value: value,
}: Json): string | undefined {
  if (typeof count === 'number')
    return `${count} unexpected values${typeof percent === 'number' ? ` (${percent.toFixed(2)} %)` : ''}`;
  return value === undefined || value === null ? undefined : `observed ${JSON.stringify(value)}`;
}
