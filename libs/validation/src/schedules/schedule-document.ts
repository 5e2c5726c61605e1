import { badRequest, invalidFields } from '@app/common';
import type { ErrorDetail } from '@app/common';
import { FieldReader } from '@app/results';
import { cronFault, zoneOf } from './cron';

/** The validation schedule of a contract. */
export interface ScheduleDocument {
  /** Standard cron expression with five fields. */
  readonly cron: string;
  /** IANA name of the time zone in which the fields are interpreted. */
  readonly timezone: string;
  readonly enabled: boolean;
}

/** @throws {AppError} BAD_REQUEST naming every invalid field */
export function readSchedule(body: unknown): ScheduleDocument {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw badRequest(
      'The body must be a JSON object with cron, and timezone and enabled where the defaults do not fit',
    );
  }
  const faults: ErrorDetail[] = [];
  const reader = new FieldReader(body as Record<string, unknown>, '', faults);
  const cron = reader.text('cron');
  const timezone = reader.text('timezone') ?? 'UTC';
  const enabled = reader.flag('enabled') ?? true;
  if (!reader.has('cron')) reader.fault('cron', 'is required: five fields such as "0 6 * * 1-5"');
  const fault = cron === undefined ? undefined : cronFault(cron);
  if (fault) reader.fault('cron', fault);
  if (!zoneOf(timezone)) {
    reader.fault('timezone', `must be an IANA time zone such as Europe/Berlin, not ${JSON.stringify(timezone)}`);
  }
  reader.refuseOthers();
  if (faults.length > 0) throw invalidFields(faults);
  return { cron: cron!.trim(), timezone, enabled };
}
