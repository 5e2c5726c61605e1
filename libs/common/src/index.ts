export { StartError } from './start-error';
export { ERROR_TRAITS, type ErrorCode } from './error-code';
export {
  AppError,
  attempt,
  attemptAsync,
  badRequest,
  conflict,
  forbidden,
  hiddenFrom,
  invalidFields,
  MOST_FAULTS,
  notFound,
  unlessRefused,
  type ErrorDetail,
  type Refusal,
} from './app-error';
export {
  actorFrom,
  EDIT_OPERATIONS,
  OPERATIONS,
  type AccessRule,
  type Actor,
  type Operation,
  type RequestOrigin,
} from './actor';
export { Failpoints } from './failpoint';
export { OutageLog } from './outage-log';
export { Outages } from './outages';
export { isTracing, nameRequest, startTracing, stopTracing, traced, tracedBelow, traceparent, TRACER } from './tracing';
export { BackOff } from './concurrency/back-off';
export { BackgroundTasks, type BackgroundTask } from './concurrency/background-tasks';
export { Batcher } from './concurrency/batcher';
export { JoinedSignal } from './concurrency/joined-signal';
export { PeriodicTask, type Fault, type NextRound } from './concurrency/periodic-task';
export { Semaphore } from './concurrency/semaphore';
export { endsWithin, TimeoutError, withTimeout } from './concurrency/timeout';
export { HealthProbes, type HealthAnswer } from './health/health-probes';
export { HealthWatch } from './health/health-watch';
export {
  criticalFault,
  notReady,
  READY,
  type AskPart,
  type HealthReport,
  type PartState,
} from './health/health-report';
export { CacheMemory } from './cache/cache-memory';
export { RevalidatingCache, type Loaded, type Version } from './cache/revalidating-cache';
export { once, oncePer } from './once-per';
export { AddressRanges, CLOUD_METADATA, judgedAddress } from './net/address-ranges';
export { HostResolver, unknownHost } from './net/host-resolver';
export { KeysetPages, type KeysetPage, type PageNeighbours, type PageRequest } from './page/keyset-page';
export { PAGE_BYTES, PageRoom } from './page/page-bytes';
export { isObject, checkJsonValue, copyOfJson, withoutNulls, type RowOf } from './json/json-value';
export { childPath, MOST_MEMBERS } from './json/json-fault';
export { groupBy } from './group-by';
export { jsonBytesUpTo } from './json/json-size';
export { jsonKey, sameJson } from './json/same-json';
export { ValueBudget } from './json/value-budget';
export { parseLargeJson } from './json/large-json';
export { parseStrictJson } from './json/strict-json';
export { isUuid, uuidList, uuidOfText } from './uuid';
export { entityNameFault, LONGEST_NAME, partNameFault, principalNameFault } from './text/entity-name';
export { neutralised, plain } from './text/formula';
export { byCodePoint } from './text/code-point-order';
export { KnownValues } from './text/known-values';
export { abbreviate, truncate } from './text/truncate';
export { BufferPool } from './text/buffer-pool';
export { ByteWriter, mostQuoted } from './text/byte-writer';
export { severalHosts, type Host, type SeveralHosts } from './text/several-hosts';
export { redisServers, type RedisServers } from './text/redis-servers';
export { cloudServer, searchServers } from './text/search-servers';
export { loopTurn, parseOwnJson } from './thread/loop-turn';
export { atOnce, inTurns, type Steps, TimeSlice } from './thread/time-slice';
export { IdleMemory } from './thread/idle-memory';
export { IdleThread } from './thread/idle-thread';
export { allocateYoung, startProcess, startThread } from './thread/start-thread';
export {
  addDuration,
  compareDurations,
  DAY,
  describeDuration,
  HOUR,
  MINUTE,
  parseDuration,
  subtractDuration,
  type Duration,
  type DurationObject,
} from './time/duration';
export { FIRST_INSTANT, instantFault, LAST_INSTANT, LOOKS_LIKE_SECONDS, utcMinute } from './time/instant';
