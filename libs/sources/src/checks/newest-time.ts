import { isTime, type TimeKind } from '../catalogue/kind';
import type { Session } from '../engine';
import { conditionsOf } from './conditions';
import { type CheckPlace, rowsOf } from './measures';
import { CheckRefusal } from './outcome';
import { instantOfMs, msOfInstant, readInstant } from './times';
import type { CheckedTable } from './run-checks';
import type { Reason } from '../reason';

/** How far after the source's clock a value may lie and still say how new the data is, in ms. */
export const AHEAD_MS = 5 * 60_000;

/** The newest value of a column of times. */
export interface NewestTime {
  /** Epoch ms; absent where there is none. */
  readonly newest?: number;
  /** Values that lie further ahead than clocks may be apart; they are left out. */
  readonly future: number;
}

/** A column that says nothing of how new the data is: it is not there, or holds no points in time. */
export interface NoTime {
  readonly reason: Reason;
  readonly message: string;
}

/** Reads how new the data of a table is, by a column. @throws {SourceError} */
export async function newestTime(session: Session, table: CheckedTable, column: string): Promise<NewestTime | NoTime> {
  const place: CheckPlace = { ...table, dialect: session.dialect };
  const asked = expressionsOf(column, place);
  if (!('kind' in asked)) return asked;
  const { rows } = await session.query(`SELECT ${asked.newest}, ${asked.future} FROM ${rowsOf(place)}`);
  const [newest = null, future = null] = rows[0] ?? [];
  const instant = newest === null ? undefined : readInstant(newest, asked.kind, place.zone);
  return { ...(instant !== undefined && { newest: msOfInstant(instant) }), future: Number(future) };
}

/** The questions to the source. */
interface TimeQuestion {
  readonly kind: TimeKind;
  readonly newest: string;
  readonly future: string;
}

function expressionsOf(column: string, place: CheckPlace): TimeQuestion | NoTime {
  try {
    const conditions = conditionsOf(column, place);
    const { x, kind } = conditions;
    conditions.refuseUnless(isTime(kind), 'the age of data');
    if (!isTime(kind)) throw new CheckRefusal('internal', 'A time was expected');
    const after = instantOfMs(place.now + AHEAD_MS) + 1n;
    return {
      kind,
      newest: place.dialect.asText(`max(CASE WHEN ${conditions.before(after)} THEN ${x} END)`, kind),
      future: `count(CASE WHEN ${conditions.notBefore(after)} THEN 1 END)`,
    };
  } catch (error) {
    if (!(error instanceof CheckRefusal)) throw error;
    return { reason: error.reason, message: error.message };
  }
}
