import { SourceError, type Outcome } from '@app/sources';
import type { TakenProfile } from '../profiles/measured-profile';
import type { DataOutcome } from '../runs/work/data-runner';
import { runEnd } from './check-outcome';

/**
 * The end of a run of checks that was to profile the table as well: what the checks say, but for a profile that is not whole.
 * @param profile or why there is none
 */
export function endWithProfile(
  outcomes: readonly Outcome[],
  profile: TakenProfile | SourceError,
): Pick<DataOutcome, 'status' | 'reason' | 'message'> {
  const isTaken = !(profile instanceof SourceError);
  if (outcomes.length === 0 && !isTaken) return { status: 'Aborted', reason: profile.reason, message: profile.message };
  const end = runEnd(outcomes);
  const isWhole = isTaken && profile.isWhole;
  const said = isTaken ? profile.message : `the table was not profiled: ${profile.message}`;
  return {
    ...end,
    ...(end.status === 'Success' && !isWhole && { status: 'PartialSuccess' as const }),
    message: outcomes.length ? `${end.message}; ${said}` : said,
  };
}
