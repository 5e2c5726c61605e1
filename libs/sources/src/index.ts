export {
  type Check,
  type CheckedTable,
  type CheckRun,
  isExecutable,
  referredTable,
  runChecks,
} from './checks/run-checks';
export { EXECUTABLE_DEFINITIONS } from './checks/definitions';
export { sameItems } from './checks/lists';
export { NULLS_OF_KEY, type PromiseCheck, type PromisedOption, SHARED_KEY } from './checks/promises';
export { type FailingKeys, failingKeys } from './checks/keys/failing-keys';
export type { OdcsRule } from './checks/odcs-rule';
export { checkedColumn } from './checks/conditions';
export { AHEAD_MS, newestTime } from './checks/newest-time';
export { ignoredArguments } from './checks/parameters/ignored';
export { ownSqlFault } from './checks/own-sql';
export type { Outcome } from './checks/outcome';
export { catalogueColumn, type CatalogueColumn } from './catalogue/catalogue-column';
export {
  declaredIn,
  type DeclaredConstraints,
  declaresKeys,
  enforced,
  type Enforcement,
  enforcementOf,
  sayKey,
  sayReference,
  saysUnique,
} from './catalogue/enforcement';
export { isComparable, type Kind } from './catalogue/kind';
export type {
  ReferredTable,
  ReferredTables,
  SourceColumn,
  SourceConstraint,
  SourceTable,
  UnreadTable,
} from './catalogue/source-table';
export { targetsOf } from './config/config-field';
export { connectionSchema } from './config/config-schema';
export { driverState, type DriverState } from './connect/driver';
export { SourceNetworks } from './connect/source-networks';
export type {
  Cell,
  Engine,
  KnownTable,
  Listing,
  ReadConfig,
  Row,
  Rows,
  Scope,
  Session,
  SessionContext,
  SessionLimits,
} from './engine';
export { engineOf, ENGINES } from './engines';
export { matcher as globMatcher } from './files/file-tables';
export { removeLeftTempFolders } from './files/engine/temp-folders';
export { COLUMN_METRICS } from './profile/column-profile';
export { type MeasuredTable, type ProfiledColumn, type ProfileSample, profileTable } from './profile/profile-table';
export {
  endsTheReading,
  isOfTheCheck,
  isOfTheTable,
  isOutageOfSource,
  type Explanation,
  type Reason,
  REASONS,
  SourceError,
} from './reason';
export { isNeverAllowed } from './sql/calls';
export { type Dialect, firstRows } from './sql/dialect';
