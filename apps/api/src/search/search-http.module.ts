import { CatalogIndexModule, CatalogSearchModule } from '@app/catalog';
import { SearchBackend } from '@app/search';
import { Module } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { waitForRefresh } from './refresh-wait';
import { SearchController } from './search.controller';

@Module({ imports: [CatalogIndexModule, CatalogSearchModule], controllers: [SearchController] })
export class SearchHttpModule {
  /** Routes are made after this. */
  constructor({ httpAdapter }: HttpAdapterHost, backend: SearchBackend) {
    waitForRefresh(httpAdapter.getInstance<FastifyInstance>(), backend);
  }
}
