import { abbreviate } from '@app/common';
import type { ExecutionStatus } from '../document/execution-status';
import type { SentResult } from '../document/result-document';
import type { Dimension, ReportedCheck, ReportingTool } from './tool-report';

/** Checks that the sentence of a result names. */
const MOST_NAMED = 10;
/** Characters of a message of a tool that are stored. */
const MESSAGE_LENGTH = 1_000;
/** Fields or rules that a result lists. */
const MOST_LISTED = 10_000;

const isGood = ({ outcome }: ReportedCheck): boolean => outcome === 'passed';

/**
 * One contract's checks as a result: by dimension, with the tool's own names. Skipped checks do not count. Without one that ran the
 * result is Aborted; otherwise it is Success if all dimensions pass, Failed if none does.
 */
export function resultOfChecks(
  tool: ReportingTool,
  checks: readonly ReportedCheck[],
  { timestamp, executionTime }: { readonly timestamp: number; readonly executionTime?: number },
): SentResult {
  const ran = checks.filter(({ outcome }) => outcome !== 'skipped');
  const of = (dimension: Dimension) => ran.filter((check) => check.dimension === dimension);
  const [schema, semantics, quality, sla] = [of('schema'), of('semantics'), of('quality'), of('sla')];
  return {
    timestamp,
    contractExecutionStatus: statusOf(ran, [schema, semantics, quality, sla]),
    result: sentenceOf(tool, checks, ran),
    ...(executionTime !== undefined && { executionTime }),
    ...(schema.length > 0 && { schemaValidation: { ...counted(schema), failedFields: failedFields(schema) } }),
    ...(semantics.length > 0 && {
      semanticsValidation: { ...counted(semantics), failedRules: failedRules(semantics) },
    }),
    ...(quality.length > 0 && { qualityValidation: qualityOf(quality) }),
    ...(sla.length > 0 && { slaValidation: slaOf(sla) }),
  };
}

function statusOf(ran: readonly ReportedCheck[], dimensions: readonly (readonly ReportedCheck[])[]): ExecutionStatus {
  if (ran.every(({ outcome }) => outcome === 'error')) return 'Aborted';
  const judged = dimensions.filter((one) => one.length > 0);
  const failed = judged.filter((one) => !one.every(isGood)).length;
  return failed === 0 ? 'Success' : failed === judged.length ? 'Failed' : 'PartialSuccess';
}

function sentenceOf(tool: ReportingTool, checks: readonly ReportedCheck[], ran: readonly ReportedCheck[]): string {
  if (ran.length === 0) return `No check of the report of ${tool} has run.`;
  const bad = ran.filter((check) => !isGood(check));
  const skipped = checks.length - ran.length;
  const counts = `${ran.length - bad.length} of ${ran.length} checks of ${tool} passed${skipped > 0 ? `, ${skipped} were skipped` : ''}`;
  if (bad.length === 0) return `${counts}.`;
  const named = bad.slice(0, MOST_NAMED).map(told);
  const more = bad.length > MOST_NAMED ? [`${bad.length - MOST_NAMED} more`] : [];
  return `${counts}. Not: ${[...named, ...more].join('; ')}.`;
}

const short = (text: string): string => abbreviate(text, MESSAGE_LENGTH);
const told = ({ name, message }: ReportedCheck): string => short(message === undefined ? name : `${name} (${message})`);

function counted(checks: readonly ReportedCheck[]) {
  const passed = checks.filter(isGood).length;
  return { passed, failed: checks.length - passed, total: checks.length };
}

/** Columns where the tool names them, else its checks; each once. */
function failedFields(checks: readonly ReportedCheck[]): string[] {
  const names = checks.filter((check) => !isGood(check)).map(({ field, name }) => short(field ?? name));
  return [...new Set(names)].slice(0, MOST_LISTED);
}

function failedRules(checks: readonly ReportedCheck[]) {
  const failed = checks.filter((check) => !isGood(check)).slice(0, MOST_LISTED);
  return failed.map(({ name, message }) => ({
    ruleName: short(name),
    ...(message !== undefined && { reason: short(message) }),
  }));
}

function qualityOf(checks: readonly ReportedCheck[]) {
  const counts = counted(checks);
  const score = Math.round((counts.passed / counts.total) * 10_000) / 100;
  return { ...counts, qualityScore: score, ...messageOf(checks) };
}

/** Which target a check of the SLA is about shows in its name: freshness is how old the newest data may be. */
const TARGETS = [
  ['refreshFrequencyMet', /frequency/i],
  ['availabilityMet', /availab/i],
  ['latencyMet', /fresh|latency|./i],
] as const;

function slaOf(checks: readonly ReportedCheck[]) {
  const met: Partial<Record<(typeof TARGETS)[number][0], boolean>> = {};
  for (const check of checks) {
    if (/retention/i.test(check.name)) continue;
    const [target] = TARGETS.find(([, name]) => name.test(check.name)) ?? TARGETS[2];
    met[target] = (met[target] ?? true) && isGood(check);
  }
  return { ...met, ...messageOf(checks) };
}

/** The failed checks, by the tool's names. */
function messageOf(checks: readonly ReportedCheck[]): { readonly message?: string } {
  const bad = checks.filter((check) => !isGood(check)).slice(0, MOST_NAMED);
  return bad.length > 0 ? { message: bad.map(told).join('; ') } : {};
}
