import { StartError } from '@app/common';
import { MIGRATIONS } from '.';

const UNRELEASED =
  'The database was made by an unreleased build and cannot be brought to this schema: start the build that made it, take a backup (npm run backup) ' +
  'and export what you need, then start this one on an empty DATA_DIR or database';

/**
 * Builds before the first release had other migrations, which nothing leads from to the baseline.
 *
 * @param names of the migrations that a database has had
 * @throws {StartError} where it has had some, and the baseline is not among them
 */
export function refuseUnreleased(names: ReadonlySet<string>): void {
  const [baseline] = MIGRATIONS;
  if (names.size > 0 && baseline && !names.has(baseline.name)) throw new StartError(`${UNRELEASED}.`);
}
