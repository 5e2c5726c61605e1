import type { Settings } from '@app/config';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';

/** How long a browser caches a preflight response, in seconds. */
const PREFLIGHT_SECONDS = 600;
/** Response headers that a page may read besides the default ones. */
const EXPOSED = [
  ...['ETag', 'Location', 'X-Request-Id', 'Retry-After'],
  ...['X-Validation-Joined', 'X-Data-Run-Joined', 'Idempotent-Replayed'],
];

/** Pages of other origins may call the API only where CORS_ORIGINS names them. */
export function allowOrigins(app: NestFastifyApplication, fastify: FastifyInstance, { corsOrigins }: Settings): void {
  if (corsOrigins.length === 0) return;
  app.enableCors({
    origin: corsOrigins.includes('*') ? '*' : [...corsOrigins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: EXPOSED,
    maxAge: PREFLIGHT_SECONDS,
  });
  // A preflight is answered before our own hook.
  fastify.addHook('onSend', (request, reply, payload, done) => {
    reply.header('x-content-type-options', 'nosniff').header('x-request-id', request.id);
    done(null, payload);
  });
}
