import { EXIT, type ExitCode } from '../cli-error';
import type { CatalogClient } from '../connection/catalog-client';
import { count, type Row } from '../report/report';
import { contractPath } from './contract/named-contract';

/** Choices of `--fail-on`: contracts that are not met, or also those whose newest result was aborted. */
export const FAIL_ON = ['failed', 'aborted'] as const;
export type FailOn = (typeof FAIL_ON)[number];

/** Status of a contract after a push; `unknown` where it cannot be read. */
export interface ContractNow {
  readonly contract: string;
  readonly status: string;
}

const NOT_MET = ['Failed', 'PartialSuccess'];
const UNKNOWN = 'unknown';
/** Contracts that are read after a push without `--fail-on`; one request each. */
const MOST_SHOWN = 100;
const AT_ONCE = 8;
/** The token may push and not read, or the contract was deleted meanwhile. */
const UNREADABLE = [403, 404];

/** Reads the newest status of each contract; of more than a hundred only where their status counts. */
export async function contractsNow(
  service: CatalogClient,
  contracts: readonly string[],
  failOn: FailOn | undefined,
): Promise<readonly ContractNow[]> {
  const names = [...new Set(contracts)];
  if (names.length > MOST_SHOWN && failOn === undefined) return [];
  const now: ContractNow[] = [];
  for (let at = 0; at < names.length; at += AT_ONCE)
    now.push(...(await Promise.all(names.slice(at, at + AT_ONCE).map((name) => contractNow(service, name)))));
  return now;
}

async function contractNow(service: CatalogClient, contract: string): Promise<ContractNow> {
  const what = `Reading the status of ${contract}`;
  const { status, body } = await service.send({ path: contractPath(contract), what, accept: UNREADABLE });
  if (UNREADABLE.includes(status)) return { contract, status: UNKNOWN };
  const { latestResult } = body as { latestResult?: { status?: string } };
  return { contract, status: latestResult?.status ?? UNKNOWN };
}

/** `contract now Failed`, or how many contracts have each status. */
export function nowInWords(now: readonly ContractNow[]): string {
  const [first, ...others] = now;
  if (!first) return '';
  if (others.length === 0) return `contract now ${first.status}`;
  const statuses = [...new Set(now.map(({ status }) => status))].sort();
  const counts = statuses.map((one) => `${now.filter(({ status }) => status === one).length} ${one}`);
  return `${count(now.length, 'contract')} now: ${counts.join(', ')}`;
}

export function nowRows(now: readonly ContractNow[]): readonly Row[] {
  return now.map(({ contract, status }) => ({
    cells: [contract, status],
    tone: status === 'Success' ? 'good' : NOT_MET.includes(status) ? 'bad' : 'doubtful',
  }));
}

/** Exit code that the status of the contracts asks for: failed where one is not met, refused where one could not be found out. */
export function exitCodeOfNow(now: readonly ContractNow[], failOn: FailOn | undefined): ExitCode {
  if (failOn === undefined) return EXIT.passed;
  const bad = failOn === 'aborted' ? [...NOT_MET, 'Aborted'] : NOT_MET;
  if (now.some(({ status }) => bad.includes(status))) return EXIT.failed;
  return now.some(({ status }) => status === UNKNOWN) ? EXIT.refused : EXIT.passed;
}
