import { badRequest, type Actor } from '@app/common';
import { MAX_ROWS, readReport, type BulkPushService, type ReportPart } from '@app/results';

type Outcomes = Awaited<ReturnType<BulkPushService['push']>>;

export interface StoredPart {
  readonly part: ReportPart;
  readonly outcome: Outcomes[number];
}

export interface StoredReport {
  readonly stored: readonly StoredPart[];
  /** Parts that are about no contract. */
  readonly leftOut: readonly ReportPart[];
}

/**
 * Reads a report and stores each part as a result, as far as the actor may.
 *
 * @throws {AppError} BAD_REQUEST for what is no such report, or one about too many contracts
 */
export async function storeReport(
  bulk: BulkPushService,
  actor: Actor,
  ...report: Parameters<typeof readReport>
): Promise<StoredReport> {
  const all = await readReport(...report);
  const parts = all.filter(({ leftOut }) => leftOut === undefined);
  if (parts.length > MAX_ROWS)
    throw badRequest(`The report is about ${parts.length} contracts; at most ${MAX_ROWS} are allowed`);
  const outcomes = await bulk.push(
    actor,
    parts.map(({ row }) => row),
  );
  const stored = outcomes.map((outcome, at) => ({ part: parts[at]!, outcome }));
  return { stored, leftOut: all.filter(({ leftOut }) => leftOut !== undefined) };
}
