import { badRequest } from '@app/common';
import type { Settings } from '@app/config';
import type { InheritedTerms } from '@app/contracts';
import type { FastifyRequest } from 'fastify';

/** The header by which a client chooses the shape of what it is answered. */
const HEADER = 'x-compatibility';
/** The values of the header and of the setting. */
export const COMPATIBILITIES = ['none', 'openmetadata'] as const;

const COMPATIBLE = new WeakSet<FastifyRequest>();

/**
 * Notes whether the request is to be answered as the OpenMetadata API answers: by its own header, else by the setting.
 *
 * @throws {AppError} BAD_REQUEST
 */
export function takeCompatibility(request: FastifyRequest, { compatibility }: Pick<Settings, 'compatibility'>): void {
  const asked = request.headers[HEADER] ?? compatibility;
  if (asked === 'none') return;
  if (asked !== 'openmetadata')
    throw badRequest(
      `X-Compatibility must be one of ${COMPATIBILITIES.join(', ')}; got "${String(asked).slice(0, 100)}"`,
    );
  COMPATIBLE.add(request);
}

/** Whether the request is answered as the OpenMetadata API answers. */
export function isCompatible(request: FastifyRequest): boolean {
  return COMPATIBLE.has(request);
}

/** Form of the origin of inherited terms of use, which a text cannot express. */
export function termsFor(request: FastifyRequest): InheritedTerms {
  return isCompatible(request) ? 'marked' : 'text';
}
