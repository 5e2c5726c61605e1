import { AppError } from '@app/common';
import type { RouteAccess } from '../access';
import { SMALL_BODY } from '../admission/body-budget';
import type { FastifyRequest, RouteOptions } from 'fastify';
import { isMultipart } from './multipart-body';

/**
 * Whether the access of the route does not show that the sender of a large body has any permission for it: such a
 * route accepts small bodies only.
 */
export function takesSmallBodies(access: RouteAccess | undefined): boolean {
  return access?.kind === 'open' || (access?.kind === 'principal' && !access.largeBodies);
}

/** Gives a route its own limit where it declares one; the general limit may be the larger one. */
export function setBodyLimit(route: RouteOptions, generalLimit: number): void {
  const { access, bodyLimit } = route.config ?? {};
  if (bodyLimit !== undefined) route.bodyLimit = Math.max(bodyLimit, generalLimit);
  if (takesSmallBodies(access)) route.bodyLimit = Math.min(route.bodyLimit ?? generalLimit, SMALL_BODY);
}

/**
 * Refuses a body whose Content-Length is too large; a body without a length is counted while it arrives.
 *
 * @throws {AppError} PAYLOAD_TOO_LARGE
 */
export function checkAnnouncedLength(request: FastifyRequest): void {
  const length = request.headers['content-length'];
  if (length === undefined) return;
  const announced = Number(length);
  const { bodyLimit: limit, config } = request.routeOptions;
  const bodyLimit = (isMultipart(request) && config.multipart) || limit;
  if (announced <= bodyLimit) return;
  throw new AppError('PAYLOAD_TOO_LARGE', `The body has ${announced} bytes; this route takes ${bodyLimit}`, {
    // The rest is on its way: only closing the connection ends it.
    headers: { Connection: 'close' },
  });
}
