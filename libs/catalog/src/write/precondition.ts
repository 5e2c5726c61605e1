import { AppError } from '@app/common';
import { versionText } from '../read/entity-reader';

/** What If-Match asks for: versions such as `0.3`, or any. */
export type Precondition = readonly string[] | '*' | undefined;

/** @throws {AppError} PRECONDITION_FAILED where the entity has another version by now, or is not there (undefined) */
export function requireVersion(precondition: Precondition, tenths: number | undefined): void {
  if (precondition === undefined || (precondition === '*' && tenths !== undefined)) return;
  if (tenths !== undefined && precondition.includes(versionText(tenths))) return;
  const now = tenths === undefined ? 'there is no such entity' : `its version is ${versionText(tenths)}`;
  const wanted = precondition === '*' ? 'any version' : `version ${precondition.join(' or ')}`;
  throw new AppError(
    'PRECONDITION_FAILED',
    `If-Match asks for ${wanted}, but ${now}; read it again and repeat the change on it`,
  );
}
