import { AppError, type Actor } from '@app/common';
import { loadSettings, type Settings } from '@app/config';
import { Module, type Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Writable } from 'node:stream';
import { RequestAuthorizer } from '../../../../apps/api/src/http/access/request-authorizer';
import { Shutdown } from '../../../../apps/api/src/http/lifecycle/shutdown';
import { createLogger } from '@app/logging';
import type { Concealment } from '../../../../apps/api/src/http/outgoing/hide-references';
import { createApp } from '../../../../apps/api/src/http/server/create-app';
import { TinyController } from './tiny.controller';

export const TOKEN = 'good-token';

const actor: Actor = { name: 'ada', id: '1', isAdmin: false, ownerIds: new Set(), rules: [] };

const identification = {
  authenticate: async ({ authorization = [] }: { readonly authorization?: string[] }): Promise<Actor> => {
    const [value, ...more] = authorization;
    if (value === `Bearer ${TOKEN}` && more.length === 0) return actor;
    const challenge = value === undefined ? 'Bearer' : 'Bearer error="invalid_token"';
    throw new AppError('UNAUTHORIZED', 'Unauthorized', { headers: { 'WWW-Authenticate': challenge } });
  },
  recall: (): undefined => undefined,
};

const permission = {
  requireAnyObject: ({ name }: Actor, operation: string, resource: string): void => {
    if (['Delete', 'EditAll'].includes(operation)) {
      throw new AppError('FORBIDDEN', `Principal ${name} is not allowed: operations [${operation}] on ${resource}`);
    }
  },
};

export interface TinyApp {
  readonly app: NestFastifyApplication;
  readonly port: number;
  /** What was logged so far. */
  readonly lines: readonly Record<string, unknown>[];
  close(): Promise<void>;
}

export async function startTinyApp(
  changes: Partial<Settings> = {},
  controllers: Type[] = [TinyController],
  concealment?: Concealment,
): Promise<TinyApp> {
  const lines: Record<string, unknown>[] = [];
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
      done();
    },
  });

  @Module({ controllers, providers: [Shutdown] })
  class TinyModule {}

  const app = await createApp({
    settings: { ...loadSettings({}), bodyLimit: 16 * 1024, logLevel: 'debug', ...changes },
    module: TinyModule,
    logger: createLogger({ logLevel: 'debug' }, 'api', sink),
    authorizer: () => new RequestAuthorizer(identification, permission),
    ...(concealment && { concealment: () => concealment }),
  });
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as { port: number };
  return { app, port, lines, close: () => app.close() };
}
