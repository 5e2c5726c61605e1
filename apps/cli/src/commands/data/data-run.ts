import { type CliError, type ExitCode, EXIT, refused } from '../../cli-error';
import { commandCall } from '../../command-line/program';
import { refusal, type ServiceAnswer } from '../../connection/service-answer';

interface RunRef {
  readonly id: string;
  readonly name: string;
  readonly fullyQualifiedName: string;
}

interface RunWarning {
  readonly code: string;
  readonly subject?: string;
  readonly message: string;
}

/** A step of the test of a connection. */
export interface RunStep {
  readonly name: string;
  readonly passed: boolean;
  readonly message: string;
  readonly reason?: string;
  /** The member of the service to change. */
  readonly field?: string;
  readonly cure?: string;
  readonly durationMs?: number;
}

/** A test case with what it came to. */
export interface RunCheck {
  readonly name: string;
  readonly testCase?: RunRef;
  readonly status: 'Success' | 'Failed' | 'Aborted';
  readonly reason?: string;
  readonly message?: string;
  readonly rows?: number;
  readonly failedRows?: number;
  /** A query of the rows that fail, where the caller may see it. */
  readonly statement?: string;
}

/** A data run, as the service shows it. */
export interface DataRun {
  readonly id: string;
  readonly kind: string;
  readonly status: 'Queued' | 'Running' | 'Success' | 'PartialSuccess' | 'Failed' | 'Aborted';
  readonly service?: RunRef;
  readonly asset?: RunRef;
  readonly message?: string;
  /** Why the whole run ended so. */
  readonly reason?: string;
  /** Milliseconds. */
  readonly executionTime?: number;
  readonly warnings?: readonly RunWarning[];
  /** The number of all warnings, those left out included. */
  readonly warningCount?: number;
  readonly steps?: readonly RunStep[];
  readonly counts?: Readonly<Record<string, number>>;
  readonly changes?: readonly {
    readonly table: string;
    readonly change: string;
    readonly fields?: readonly string[];
  }[];
  readonly checks?: readonly RunCheck[];
}

export const isOpen = ({ status }: DataRun): boolean => status === 'Queued' || status === 'Running';

/**
 * The exit code that a run leads to: 1 where what was looked at is not as it should be, 3 where that could not be found out.
 * @param isAwaited whether the command waited for its end: an open run is late then, and else enough
 */
export function exitCodeOf(run: DataRun, isAwaited: boolean): ExitCode {
  if (isOpen(run)) return isAwaited ? EXIT.timedOut : EXIT.passed;
  const { kind, status, checks = [] } = run;
  if (status === 'Success') return EXIT.passed;
  const found = checks.map((check) => check.status);
  if (found.includes('Failed')) return EXIT.failed;
  if (found.includes('Aborted') || status === 'Aborted') return EXIT.refused;
  // A crawl that failed has read nothing; one that is not whole has found something that is not as it should be.
  return kind !== 'connectionTest' && status === 'Failed' ? EXIT.refused : EXIT.failed;
}

/** The worst of several: a fault outweighs what is late, and that what could not be found out. */
export function worstOf(codes: readonly ExitCode[]): ExitCode {
  return codes.includes(EXIT.failed) ? EXIT.failed : (Math.max(EXIT.passed, ...codes) as ExitCode);
}

const TRY = (service: string): string =>
  `${commandCall('connect', service)}: tries the connection and says what to change`;
const CRAWL = (service: string): string =>
  `${commandCall('crawl', service)}: brings the catalog up to date with the source`;

const CONFIRM = (service: string): string =>
  `${commandCall('crawl', service, '--confirm-deletions')}: takes the source as it is, where that is meant`;

/** Cures, where the run itself does not say one. */
const CURES: Readonly<Record<string, (service: string) => string>> = {
  ...Object.fromEntries(
    ['hostUnknown', 'sourceUnreachable', 'tlsFailed', 'loginRefused', 'databaseNotFound', 'folderNotFound'].map(
      (reason) => [reason, TRY],
    ),
  ),
  ...{ tableNotFound: CRAWL, columnNotFound: CRAWL },
  ...{ headerChanged: CONFIRM, hiveFolder: CONFIRM, tooManyGone: CONFIRM },
  noDataAccess: (service) => `${commandCall('connect', service)}: gives access to its data`,
  customSqlOff: (service) => `${commandCall('connect', service, '--custom-sql')}: has SQL of test cases run`,
  noDataWorker: (service) =>
    `Start a worker with data in its WORKER_QUEUES and, where it has DATA_SERVICES, with ${service} in them`,
  notPermitted: () =>
    'Grant the user of the connection SELECT; docs/sources.md has the statements for each engine. What a crawl is to leave out is said by crawl.schemaFilterPattern of the data access',
  fileMalformed: () =>
    'Mend the file, or say how the files are written in tables of the connection; docs/sources.md has the members',
  timedOut: () => 'Give it more time: limits.statementSeconds and limits.runSeconds of the data access',
  driverMissing: () => 'Install the driver beside the worker; docs/sources.md says which',
  folderNotAllowed: () => 'Name a folder above it in DATA_FILES_ROOTS of the worker',
  sealedElsewhere: () => 'Give the worker the CONNECTION_KEY_FILE, or the SIGNING_KEY_FILE, of the service',
  workerCrashed: () => 'Ask again; the log of the worker says what ended it',
};

/** The cures of a refusal that says that a service or its table is not there, or not read. @param otherwise the service, where the refusal names none */
export function refusalCures(message: string, otherwise = '<service>'): string[] {
  const [, named = otherwise] = /Service (.+) has no data access/.exec(message) ?? [];
  if (/data access|databaseService instance/.test(message))
    return [`${commandCall('connect', named)}: has its data read, and tries the connection`];
  return message.includes('table instance')
    ? [`${commandCall('crawl', named)}: brings its tables in, and names them`]
    : [];
}

/** A refusal as the end of the command, with its cures. @param service that the request was about */
export function curedRefusal(what: string, answer: ServiceAnswer, service: string): CliError {
  const { message, details } = refusal(what, answer);
  return refused(message, ...refusalCures(message, service), ...details);
}

/** The cures of the reasons of runs, each once. */
export function curesOf(runs: readonly DataRun[]): string[] {
  const cures = runs.flatMap(({ reason, service, checks = [], warnings = [] }) => {
    const name = service?.fullyQualifiedName ?? '<service>';
    const reasons = [reason, ...checks.map((check) => check.reason), ...warnings.map(({ code }) => code)];
    return reasons.flatMap((one) => (one ? (CURES[one]?.(name) ?? []) : []));
  });
  return [...new Set(cures)];
}
