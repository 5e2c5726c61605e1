import { AppError, type Refusal } from '@app/common';
import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The operations that its caller was refused, for the audit. */
    refusals: Refusal[] | null;
  }
}

/** Collects refusals of the caller among these errors; recorded once the request is answered. */
export function noteRefusals(request: FastifyRequest, errors: readonly unknown[]): void {
  for (const error of errors) {
    if (!(error instanceof AppError) || !error.refusal) continue;
    (request.refusals ??= []).push({ ...error.refusal, ...keyOf(error.refusal, request) });
  }
}

/** A refusal before the object was looked at is of the one that the path names. */
function keyOf({ key }: Refusal, { params }: FastifyRequest): { readonly key?: string } {
  const { id, fqn } = (params ?? {}) as { id?: string; fqn?: string };
  const named = key ?? id ?? fqn;
  return named === undefined ? {} : { key: named };
}
