import { isTime, type TimeKind } from '../catalogue/kind';
import type { Session } from '../engine';
import { type ColumnName, conditionsOf } from './conditions';
import { type CheckTarget, rowsOf } from './measures';
import { CheckRefusal } from './outcome';
import { endOfDay, instantOfMs, msOfInstant, readInstant } from './times';
import type { CheckedTable } from './run-checks';
import type { Reason } from '../reason';

/** How far after the source's clock a value may lie and still say how new the data is, in ms. */
export const AHEAD_MS = 5 * 60_000;

/** The newest value of a column of times. */
export interface NewestTime {
  /** Epoch ms; absent where there is none. */
  readonly newest?: number;
  /** The end of the newest day, where the column has days: its begin is `newest`. */
  readonly until?: number;
  /** Values that lie further ahead than clocks may be apart; they are left out. */
  readonly future: number;
}

/** A column that cannot measure freshness: it is missing, or has no points in time. */
export interface NoTime {
  readonly reason: Reason;
  readonly message: string;
}

/** Reads how new the data of a table is, by a column. @throws {SourceError} */
export async function newestTime(
  session: Session,
  table: CheckedTable,
  column: ColumnName,
): Promise<NewestTime | NoTime> {
  const target: CheckTarget = { ...table, dialect: session.dialect };
  const asked = expressionsOf(column, target);
  if (!('kind' in asked)) return asked;
  const { rows } = await session.query(`SELECT ${asked.newest}, ${asked.future} FROM ${rowsOf(target)}`);
  const [newest = null, future = null] = rows[0] ?? [];
  const instant = newest === null ? undefined : readInstant(newest, asked.kind, target.zone);
  const end = newest !== null && asked.kind.is === 'date' ? endOfDay(newest, target.zone) : undefined;
  return {
    ...(instant !== undefined && { newest: msOfInstant(instant) }),
    ...(end !== undefined && { until: msOfInstant(end) }),
    future: Number(future),
  };
}

interface TimeQuestion {
  readonly kind: TimeKind;
  readonly newest: string;
  readonly future: string;
}

function expressionsOf(column: ColumnName, target: CheckTarget): TimeQuestion | NoTime {
  try {
    const conditions = conditionsOf(column, target);
    const { x, kind } = conditions;
    conditions.refuseUnless(isTime(kind), 'the age of data');
    if (!isTime(kind)) throw new CheckRefusal('internal', 'A time was expected');
    const after = instantOfMs(target.now + AHEAD_MS) + 1n;
    return {
      kind,
      newest: target.dialect.asText(`max(CASE WHEN ${conditions.before(after)} THEN ${x} END)`, kind),
      future: `count(CASE WHEN ${conditions.notBefore(after)} THEN 1 END)`,
    };
  } catch (error) {
    if (!(error instanceof CheckRefusal)) throw error;
    return { reason: error.reason, message: error.message };
  }
}
