import type { Settings } from '@app/config';
import { platformOf } from '@app/datatypes';
import { hidesPath, taggedPaths } from '@app/quality';
import { endsTheReading, type CheckedTable, type FailingKeys, failingKeys, SourceError } from '@app/sources';
import type { DataRunContext } from '../runs/work/data-runner';
import type { CheckedCase } from './check-outcome';
import type { FoundTable } from '../tables/find-table';
import type { CheckedEntity } from '../tables/table-checks.repository';

/** Checks of a reading of which keys are read, each by a statement. */
const MOST_CHECKS = 25;

export type ExampleSettings = Pick<Settings, 'sampleData' | 'sampleDataHiddenTags'>;

/**
 * Reads keys of the rows that checks fail, if all allow it: the service stores samples, the data access of the source and that of the table
 * say so, and the table has a primary key none of whose columns is hidden. Of checks of hidden columns, and of SQL of users, there are none.
 */
export async function exampleKeys(
  { access, until, warn }: DataRunContext,
  entity: CheckedEntity,
  { session, table }: FoundTable,
  checked: CheckedTable,
  cases: readonly CheckedCase[],
  { sampleData, sampleDataHiddenTags }: ExampleSettings,
): Promise<ReadonlyMap<CheckedCase, FailingKeys>> {
  const found = new Map<CheckedCase, FailingKeys>();
  const key = table.constraints.find(({ type }) => type === 'PRIMARY_KEY')?.columns ?? [];
  if (sampleData === 'off' || !access.exampleKeys || !entity.exampleKeys || key.length === 0) return found;
  const hidden = hiddenColumns(entity, checked, sampleDataHiddenTags);
  if (key.some((name) => hidden.includes(name))) return found;
  const quoted = hidden.map((name) => session.dialect.name(name));
  const failing = cases.flatMap((one) => {
    const { statement, status } = one.outcome;
    const isShown = one.subject.testCase && status === 'Failed' && statement !== undefined;
    return isShown && !quoted.some((name) => statement.includes(name)) ? [{ one, statement }] : [];
  });
  for (const { one, statement } of failing.slice(0, MOST_CHECKS)) {
    if (Date.now() >= until) break;
    try {
      const keys = await failingKeys(session, checked, statement, key);
      if (keys) found.set(one, keys);
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      const { id, fqn } = one.subject.testCase!;
      warn({ code: 'keysNotRead', subject: fqn, message: error.message, about: { id, type: 'testCase' } });
      if (endsTheReading(error.reason)) break;
    }
  }
  return found;
}

/** Columns of the source whose values are hidden in the catalog. */
function hiddenColumns(
  { columns, serviceType }: CheckedEntity,
  checked: CheckedTable,
  hiddenTags: readonly string[],
): string[] {
  const tagged = taggedPaths(columns, hiddenTags);
  const { columns: nameCase } = platformOf(serviceType ?? undefined).names;
  return checked.columns.flatMap(({ name }) => (hidesPath(tagged, [name], nameCase) ? [name] : []));
}
