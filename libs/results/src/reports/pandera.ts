import { groupBy } from '@app/common';
import {
  objectOf,
  objectsOf,
  textOf,
  type Dimension,
  type Json,
  type ReportedCheck,
  type ToolReport,
} from './tool-report';

/** Reasons of `SchemaErrors` that are about the columns and their types, as pandera itself parts them. */
const SCHEMA = 'SCHEMA';
const TESTS_SCHEMA =
  /^(column_in_|column_not_in_|dataframe_columns|column_ordered|dtype\(|no_duplicate_columns|coerce_dtype)/;
const OF_COLUMNS = /^column_(in|not_in|ordered)/;
/** A check of the whole table rather than of one column. */
const OF_TABLE: readonly unknown[] = ['DataFrameSchema', 'DataFrameModel'];

/**
 * Reads the outcome of a validation with `lazy=True`: the message of its `SchemaErrors` as JSON (`str(error)`), or its failure cases
 * (`error.failure_cases.to_json(orient="records")`), of which there are none where all is well. It knows no passed checks, and no time.
 */
export function readPandera(report: Json | readonly Json[]): ToolReport {
  return { checks: Array.isArray(report) ? ofCases(objectsOf(report), report.length) : ofMessage(report as Json) };
}

/** `{"SCHEMA" | "DATA": {"<reason>": [{schema, column, check, error}]}}` */
function ofMessage(report: Json): ReportedCheck[] {
  return Object.entries(report).flatMap(([category, reasons]) =>
    Object.values(objectOf(reasons)).flatMap((errors) =>
      objectsOf(errors).map(({ schema, column, check, error }) => ({
        name: nameOf(check),
        outcome: 'failed',
        dimension: category === SCHEMA ? 'schema' : 'quality',
        subject: textOf(schema),
        field: textOf(column),
        message: textOf(error),
      })),
    ),
  );
}

/** One row for each value, or each column, that a check is not met by: one check for all of them. */
function ofCases(cases: readonly Json[], sent: number): ReportedCheck[] {
  if (sent === 0) return [{ name: 'validation', outcome: 'passed', dimension: 'quality' }];
  const told = cases.filter(({ check, failure_case: found }) => check !== undefined && found !== undefined);
  const checks = groupBy(told, (one) => JSON.stringify([one.schema_context, one.column, one.check]));
  return [...checks.values()].map((ofCheck) => {
    const { check, column, failure_case: found, schema_context: context } = ofCheck[0]!;
    return {
      ...{ name: nameOf(check), outcome: 'failed', dimension: dimensionOf(nameOf(check), context) },
      // Of a column that is missing or must not be there, the case is its name.
      field: OF_COLUMNS.test(nameOf(check)) ? textOf(found) : textOf(column),
      message: `${ofCheck.length} failure cases, such as ${JSON.stringify(found)}`,
    };
  });
}

const nameOf = (check: unknown): string => textOf(check) ?? 'check';

function dimensionOf(name: string, context: unknown): Dimension {
  if (TESTS_SCHEMA.test(name)) return 'schema';
  return OF_TABLE.includes(context) ? 'semantics' : 'quality';
}
