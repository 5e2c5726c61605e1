import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { DOCS_PAGE } from './docs-page';
import { DOCS_CSS, guardDocs } from './docs-policy';

/** The document at /openapi.json and a page to try it at /docs, with its scripts from here. Both are open. */
export function serveOpenApi(app: NestFastifyApplication, document: () => OpenAPIObject): void {
  let text: string | undefined;
  guardDocs(app.getHttpAdapter().getInstance(), '/docs');
  SwaggerModule.setup('docs', app, document, {
    raw: false,
    customSiteTitle: 'Metadata catalog',
    customCss: DOCS_CSS,
    swaggerOptions: DOCS_PAGE,
  });
  app
    .getHttpAdapter()
    .getInstance()
    .get('/openapi.json', (_request, reply) => {
      text ??= JSON.stringify(document());
      return reply.header('content-type', 'application/json; charset=utf-8').send(text);
    });
}
