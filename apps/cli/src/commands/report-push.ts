import { InvalidArgumentError } from 'commander';
import { usageError } from '../cli-error';
import type { CommandContext } from '../command-line/command-spec';
import { messageOf } from '../connection/service-answer';
import { readInput } from '../document/read-input';
import type { Report } from '../report/report';
import { contractsNow, type FailOn } from './contract-now';
import { dbtReport } from './dbt-report';
import { contractsOf, pushReport, type LeftOut, type PushOutcome } from './push-report';

export interface PushOptions {
  readonly from?: string;
  readonly contract?: string;
  readonly map?: readonly string[];
  readonly manifest?: string;
  readonly timestamp?: number;
  readonly producer?: string;
  readonly whole?: boolean;
  readonly failOn?: FailOn;
  readonly strict?: boolean;
}

/** The outcome of the part of a report that is about one contract. */
interface PartOutcome extends PushOutcome {
  readonly subjects: readonly string[];
  readonly checks: number;
  readonly result?: {
    readonly dataContractFQN: string;
    readonly timestamp: number;
    readonly contractExecutionStatus: string;
  };
}

/** The file, or an option that says what it is about, is not what the service can read. */
const NO_REPORT = 400;

/** Sends the report of another tool as it is, and prints the outcome, contract by contract. @throws {CliError} */
export async function pushedReport(
  file: string,
  title: string,
  input: string,
  options: PushOptions,
  context: CommandContext,
): Promise<Report> {
  const { from = '', contract, map, manifest, timestamp, producer, whole, failOn, strict = false } = options;
  const ofDbt = manifest !== undefined ? '--manifest' : strict ? '--strict' : undefined;
  if (ofDbt !== undefined && from !== 'dbt') throw usageError(`${ofDbt} goes with --from dbt alone`);
  const content = (await readInput(input, context)).toString('utf8');
  const isNamed = contract !== undefined;
  const run = from === 'dbt' ? await dbtReport(content, input, { manifest, isNamed }, context) : content;
  const service = await context.service();
  const { status, body } = await service.send({
    ...{
      method: 'PUT',
      path: '/dataContracts/results/reports',
      query: { from, contract, map, timestamp, producer, whole },
    },
    headers: from === 'junit' ? { 'content-type': 'application/xml' } : {},
    ...{ body: run, what: 'Pushing the report', accept: [NO_REPORT] },
  });
  if (status === NO_REPORT) throw usageError(`${file} is not taken as a report of ${from}: ${messageOf(body)}`);
  const { results, leftOut = [] } = body as { results: readonly PartOutcome[]; leftOut?: readonly LeftOut[] };
  const sent = results.map(({ subjects, result }) => ({ line: 1, value: nameOf(subjects, result) }));
  const now = await contractsNow(service, contractsOf(results), failOn);
  return pushReport(title, file, sent, { outcomes: results, now, failOn, leftOut, isStrict: strict });
}

function nameOf(subjects: readonly string[], result: PartOutcome['result']): Record<string, unknown> {
  if (!result) return { contractFQN: subjects.join(', ') || 'the report', timestamp: '', contractExecutionStatus: '' };
  const { dataContractFQN: contractFQN, timestamp, contractExecutionStatus } = result;
  return { contractFQN, timestamp, contractExecutionStatus };
}

/** Reads a time. The service says which ones are allowed. */
export function epochMilliseconds(text: string): number {
  if (/^\d{1,16}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a time in epoch milliseconds.');
}
