import { AppError } from '@app/common';
import { versionText } from '../read/entity-answer';

/** Accepted versions of If-Match, such as 0.3, or any. */
export type Precondition = readonly number[] | '*' | undefined;

/** Whether the version is one that is asked for. */
export function isVersion(precondition: Precondition, tenths: number): boolean {
  return precondition === undefined || precondition === '*' || precondition.includes(tenths / 10);
}

/** @throws {AppError} PRECONDITION_FAILED if the current version differs, or the entity does not exist (undefined) */
export function requireVersion(precondition: Precondition, tenths: number | undefined): void {
  if (precondition === undefined || (tenths !== undefined && isVersion(precondition, tenths))) return;
  const now = tenths === undefined ? 'there is no such entity' : `its version is ${versionText(tenths)}`;
  const wanted = precondition === '*' ? 'any version' : `version ${precondition.join(' or ') || 'of another making'}`;
  throw new AppError(
    'PRECONDITION_FAILED',
    `If-Match asks for ${wanted}, but ${now}; read it again and repeat the change on it`,
  );
}
