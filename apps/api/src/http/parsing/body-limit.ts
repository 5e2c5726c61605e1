import { AppError } from '@app/common';
import type { RouteAccess } from '../access';
import { SMALL_BODY } from '../admission/body-budget';
import type { FastifyRequest, RouteOptions } from 'fastify';
import { isMultipart } from './multipart-body';

/** Whether nothing tells that whoever sends a large body may do anything with it: such a route takes small ones only. */
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
 * Refuses at the head what says that it is too large; a body without a length is counted while it arrives.
 *
 * @throws {AppError} PAYLOAD_TOO_LARGE
 */
export function checkAnnouncedLength(request: FastifyRequest): void {
  const announced = Number(request.headers['content-length'] ?? 0);
  const { bodyLimit: limit, config } = request.routeOptions;
  const bodyLimit = (isMultipart(request) && config.multipart) || limit;
  if (announced <= bodyLimit) return;
  throw new AppError('PAYLOAD_TOO_LARGE', `The body has ${announced} bytes; this route takes ${bodyLimit}`, {
    // The rest is on its way: only closing the connection ends it.
    headers: { Connection: 'close' },
  });
}
