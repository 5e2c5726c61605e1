import { AppError, badRequest, groupBy, isUuid, TimeSlice } from '@app/common';
import type { SentBulkResult } from '../document/result-document';
import { readDatacontractCli } from './datacontract-cli';
import { readDbt } from './dbt';
import { readGreatExpectations } from './great-expectations';
import { readJunit } from './junit';
import { readPandera } from './pandera';
import { resultOfChecks } from './report-results';
import { readSoda } from './soda';
import type { FoundContractOf } from './relation-contracts';
import {
  objectOf,
  relationKey,
  type Json,
  type Relation,
  type ReportedCheck,
  type ReportingTool,
  type ToolReport,
} from './tool-report';

const MOST_CHECKS = 100_000;

/** Form of each tool's report, for the message about a file that is not one. */
const EXPECTED: Readonly<Record<ReportingTool, string>> = {
  'datacontract-cli':
    'the JSON of datacontract test --output-format json, or what --publish sends: {"timestampEnd", "checks": […]}',
  dbt: 'run_results.json or sources.json: {"metadata", "results": […]}, or {"run_results", "manifest"}',
  soda: 'the results of a scan or of a contract verification: {"scanEndTimestamp", "checks": […]}',
  'great-expectations':
    'a validation result {"success", "results": […]}, a list of them, the result of a checkpoint {"run_results"}, or what its describe() says',
  pandera:
    'the message of SchemaErrors {"SCHEMA" | "DATA": {…}}, or its failure cases as a list of {"schema_context", "column", "check", "failure_case"}',
  junit: '<testsuites> or <testsuite> with <testcase> in it',
};

type JsonReader = (sent: Json | readonly Json[]) => ToolReport;

const JSON_READERS: Readonly<Record<Exclude<ReportingTool, 'junit'>, JsonReader>> = {
  'datacontract-cli': (sent) => readDatacontractCli(objectOf(sent)),
  dbt: (sent) => readDbt(objectOf(sent)),
  soda: (sent) => readSoda(objectOf(sent)),
  'great-expectations': readGreatExpectations,
  pandera: readPandera,
};

/** Which contract the checks of a report are about, and when it was written where it does not say. */
export interface ReportTarget {
  /** FQN or id of the contract of all subjects that `map` does not name. */
  readonly contract?: string;
  /** FQN or id of a contract by the name that the tool has for its subject. */
  readonly map: ReadonlyMap<string, string>;
  /** Finds the contracts of tables that a report names as their database does, where neither `map` nor `contract` is about them. */
  readonly contractsOf?: (
    relations: readonly Relation[],
    platform: string | undefined,
  ) => Promise<ReadonlyMap<string, FoundContractOf>>;
  /** Epoch ms. */
  readonly timestamp?: number;
  /** The producer of the results; by default the tool. */
  readonly producer?: string;
  /** Whether the report speaks for the whole contracts: its results have no producer. */
  readonly isWhole?: boolean;
}

/** The part of a report that is about one contract. */
export interface ReportPart {
  /** The tool's names of its subjects. */
  readonly subjects: readonly string[];
  readonly checks: number;
  /** The result, or why there is none. */
  readonly row: SentBulkResult | AppError;
  /** Why it is about no contract, where the catalog was asked for one. */
  readonly leftOut?: string;
}

/**
 * A report as results, one for each contract that it is about.
 *
 * @param sent parsed JSON, or the text of XML
 * @throws {AppError} BAD_REQUEST where it is no report of the tool, or it has no time
 */
export async function readReport(tool: ReportingTool, sent: unknown, target: ReportTarget): Promise<ReportPart[]> {
  const report = await parsed(tool, sent);
  const checks = await allChecks(report);
  if (checks.length === 0)
    throw badRequest(`This is no report of ${tool}, or it holds no checks; expected: ${EXPECTED[tool]}`);
  const timestamp = target.timestamp ?? report.timestamp;
  if (timestamp === undefined)
    throw badRequest('The report does not say when it was written: give timestamp, in epoch milliseconds');
  const { executionTime } = report;
  const { contract: others = report.contractId, map } = target;
  const part = partOf(tool, target);
  const named = ({ subject }: ReportedCheck) => (subject === undefined ? undefined : map.get(subject)) ?? others;
  const found = await foundOf(
    checks.filter((check) => named(check) === undefined),
    report,
    target,
  );
  const groups = groupBy(checks, (check) => named(check) ?? found(check));
  return [...groups].map(([about, group]) => {
    const subjects = [...new Set(group.flatMap(({ subject }) => subject ?? []))];
    if (typeof about === 'object') return leftOut(subjects, group.length, about.reason);
    const contract = about;
    const row = contract === undefined ? unnamed(subjects) : rowOf(tool, contract, group, { timestamp, executionTime });
    return { subjects, checks: group.length, row: row instanceof AppError ? row : { ...row, ...part } };
  });
}

type LeftOut = Extract<FoundContractOf, { readonly reason: string }>;

/** Finds contracts by the tables of checks: gives the contract's id, or why there is none; undefined for a check without a table. */
async function foundOf(
  checks: readonly ReportedCheck[],
  { platform }: ToolReport,
  { contractsOf }: ReportTarget,
): Promise<(check: ReportedCheck) => string | LeftOut | undefined> {
  const relations = new Map(checks.flatMap(({ relation }) => (relation ? [[relationKey(relation), relation]] : [])));
  if (relations.size === 0 || !contractsOf) return () => undefined;
  const found = await contractsOf([...relations.values()], platform);
  return ({ relation }) => {
    const one = relation && found.get(relationKey(relation));
    return one && ('contract' in one ? one.contract : one);
  };
}

function leftOut(subjects: readonly string[], checks: number, reason: string): ReportPart {
  return { subjects, checks, row: badRequest(`No contract for ${subjects.join(', ')}: ${reason}`), leftOut: reason };
}

/** A report is about what its tool checks: a part of the contract, unless the caller says that it is the whole. */
function partOf(
  tool: ReportingTool,
  { producer, isWhole = false }: ReportTarget,
): Pick<SentBulkResult, 'producer' | 'isLasting'> {
  if (isWhole) return {};
  return { producer: producer ?? tool, isLasting: producer === undefined };
}

async function allChecks(report: ToolReport): Promise<ReportedCheck[]> {
  const slice = new TimeSlice();
  const checks: ReportedCheck[] = [];
  for (const check of report.checks) {
    checks.push(check);
    if (checks.length > MOST_CHECKS) throw badRequest(`The report has more than ${MOST_CHECKS} checks`);
    await slice.turn();
  }
  return checks;
}

async function parsed(tool: ReportingTool, sent: unknown): Promise<ToolReport> {
  if (tool === 'junit') {
    if (typeof sent !== 'string')
      throw badRequest(`A report of junit is XML: send it as application/xml; expected: ${EXPECTED.junit}`);
    return readJunit(sent);
  }
  if (typeof sent !== 'object' || sent === null)
    throw badRequest(`A report of ${tool} is JSON: send it as application/json; expected: ${EXPECTED[tool]}`);
  return JSON_READERS[tool](sent as Json | readonly Json[]);
}

function rowOf(
  tool: ReportingTool,
  contract: string,
  checks: readonly ReportedCheck[],
  times: { readonly timestamp: number; readonly executionTime?: number },
): SentBulkResult {
  const named = isUuid(contract) ? { contractId: contract.toLowerCase() } : { contractFQN: contract };
  return { ...named, ...resultOfChecks(tool, checks, times) };
}

function unnamed(subjects: readonly string[]): AppError {
  const what = subjects.length > 0 ? subjects.slice(0, 5).join(', ') : 'checks without a table';
  return badRequest(`No contract is given for ${what}: give contract, or map with <name>=<contract>`);
}
