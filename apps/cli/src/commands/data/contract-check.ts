import { randomUUID } from 'node:crypto';
import { EXIT } from '../../cli-error';
import type { CatalogClient } from '../../connection/catalog-client';
import type { Finding, Report } from '../../report/report';
import { ValidationWait } from '../contract/contract-validate';
import { type Validated, validationReport } from '../contract/validation-report';
import { checksSection, findingsOf, statementsSection } from './check-report';
import { refusalCures, type DataRun } from './data-run';
import { type Asked, codeOf, curesSection, warningFindings, warningsSection } from './run-report';

/**
 * Validates a contract by its source, as it is now: one validation, whose verdict the report contains, with the findings of its reading.
 * @param waitS seconds that are waited for it; 0: it is only asked for
 */
export async function checkContract(
  service: CatalogClient,
  named: string,
  waitS: number,
  progress: (line: string) => void,
): Promise<Report> {
  const asked = { key: randomUUID(), evidence: 'source', ...(waitS > 0 && { timeoutS: waitS }) } as const;
  const validated = await new ValidationWait(service, asked, progress).of(named);
  const run = await readingOf(service, validated);
  return contractReport(validated, run && { name: run.asset?.fullyQualifiedName ?? validated.name, run }, waitS);
}

/** The reading that a result was judged by; undefined where there was none, or it is not for the caller to see. */
async function readingOf(service: CatalogClient, { name, result }: Validated): Promise<DataRun | undefined> {
  const id = result?.details?.data?.runId;
  if (id === undefined) return undefined;
  const what = `Reading what was found for ${name}`;
  const { status, body } = await service.send({ path: `/dataRuns/${id}`, what, accept: [403, 404] });
  return status === 200 ? (body as DataRun) : undefined;
}

/** Whether a reading computed something, or was not whole: what the engine enforces is judged without a check. */
const hasFindings = (reading: Asked, waitS: number): boolean =>
  (reading.run?.checks ?? []).length > 0 || codeOf(reading, waitS) !== EXIT.passed;

function contractReport(validated: Validated, reading: Asked | undefined, waitS: number): Report {
  const validation = validationReport([validated], waitS > 0 ? waitS : undefined);
  const runs = reading?.run ? [reading.run] : [];
  // What fails as a warning alone leaves the contract as it is.
  const level = validation.exitCode === EXIT.passed ? 'warning' : 'error';
  const found = reading ? findingsOf(reading, waitS).map((finding): Finding => ({ ...finding, level })) : [];
  return {
    ...validation,
    title: `check ${validated.name}`,
    sections: [
      ...(reading && hasFindings(reading, waitS) ? [checksSection(reading, waitS)] : []),
      ...validation.sections,
      ...(reading ? [statementsSection([reading])] : []),
      warningsSection(runs),
      curesSection(runs, validated.error ? refusalCures(validated.error.message) : []),
    ],
    findings: [...validation.findings, ...found, ...warningFindings('check', runs)],
    data: { ...validation.data, reading: reading?.run },
  };
}
