import { ApiHeader } from '@nestjs/swagger';

const TAG = '(W/)?"[!#-~]*"';

const optional = (name: string, description: string, schema: object): MethodDecorator =>
  ApiHeader({ name, required: false, description, schema: { type: 'string', ...schema } });

/** Describes If-Match; `parseIfMatch` reads it. */
export const TakesIfMatch = (): MethodDecorator =>
  optional('If-Match', 'ETag of the version to change; 412 if the current version is another', {
    pattern: `^\\s*(\\*|${TAG}(\\s*,\\s*${TAG})*)\\s*$`,
  });

/** Describes If-None-Match; what is no list of tags matches none. */
export const TakesIfNoneMatch = (): MethodDecorator =>
  optional('If-None-Match', "ETag of the caller's copy; 304 if it is current", {});

/**
 * Describes Idempotency-Key; `requestToken` reads it.
 *
 * @param effect what the same request does not do again
 */
export const TakesIdempotencyKey = (effect = 'takes effect once'): MethodDecorator =>
  optional('Idempotency-Key', `The same request with the same key, within 24 hours, ${effect}`, {
    minLength: 1,
    maxLength: 255,
  });

/** Describes Prefer (RFC 7240); preferences that are not known are ignored. */
export const TakesPrefer = (description: string): MethodDecorator => optional('Prefer', description, {});
