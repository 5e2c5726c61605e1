import { isUuid } from '@app/common';
import { BooleanProperty, ListProperty, TextProperty } from '../../http/input';
import { present, shortened } from '../bounded';
import type { Json } from '../catalog-calls';
import { defineTool } from '../tool';
import { count, list, object, text } from '../tool-schema';
import { DataRunInput, NAME, runSchema, shownRun } from './data-run';
import { ASSET_NAME, assetNamed } from '../named-entity';
import { objects } from './shown';

const MOST_TESTS = 100;

class CheckInput extends DataRunInput {
  @TextProperty({ required: true, description: ASSET_NAME })
  table!: string;

  @ListProperty({
    of: NAME,
    max: MOST_TESTS,
    description: 'Fully qualified names or ids of test cases of the table; empty: all that can be computed',
  })
  testCases: readonly string[] = [];

  @BooleanProperty({ description: 'Whether the table is profiled in the same reading' })
  profile = false;
}

const CHECK = object(
  { name: text, status: text },
  { testCase: text, reason: text, message: text, rows: count, failedRows: count },
);

/** In the order of what matters. */
const STATUSES = ['Failed', 'Aborted', 'Success'];

export const checkTable = defineTool<CheckInput>({
  name: 'check_table',
  title: 'Check the rows of a table now',
  description:
    'Computes the test cases of a table on its data, as the source has it now, and stores what each comes to; one that fails opens an incident. ' +
    'Those that failed come first. What could not be computed is Aborted, neither passed nor failed. A run that waits already is joined. ' +
    'For the verdict on a contract take validate_contract.',
  input: CheckInput,
  output: runSchema({
    checks: list(CHECK),
    checked: { type: 'object', additionalProperties: count, description: 'How many came to each status' },
  }),
  readsOnly: false,
  run: async ({ table, waitSeconds, testCases, profile }, catalog) => {
    const { entity } = await assetNamed(catalog, { asset: table }, ['table']);
    const run = await catalog.post(`/tables/${String(entity.id)}/checks`, {
      body: { profile, ...(testCases.length > 0 && { testCases: testCases.map(referenceTo) }) },
      headers: { prefer: `wait=${waitSeconds}` },
    });
    const checks = objects(run.checks);
    const checked = Object.fromEntries(
      STATUSES.map((status) => [status, checks.filter((check) => check.status === status).length] as const),
    );
    const sorted = STATUSES.flatMap((status) => checks.filter((check) => check.status === status));
    return shownRun(catalog.links, run, checks.length > 0 ? { checked } : {}, { checks: sorted.map(shownCheck) });
  },
});

const referenceTo = (idOrFqn: string): object => ({
  type: 'testCase',
  ...(isUuid(idOrFqn) ? { id: idOrFqn } : { fullyQualifiedName: idOrFqn }),
});

function shownCheck({ name, status, reason, message, rows, failedRows, testCase }: Json): object {
  const { fullyQualifiedName } = (testCase ?? {}) as Json;
  return present({
    ...{ name: String(name), status: String(status), reason, message: shortened(message) },
    ...{ rows, failedRows, testCase: fullyQualifiedName },
  });
}
