import { CatalogSearchModule } from '@app/catalog';
import { SearchBackend } from '@app/search';
import { Module } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { waitForRefresh } from './refresh-wait';
import { SearchController } from './search.controller';

/** Needs the global modules of database, identity, catalog and search. */
@Module({ imports: [CatalogSearchModule], controllers: [SearchController] })
export class SearchHttpModule {
  /** Routes are made after this. */
  constructor({ httpAdapter }: HttpAdapterHost, backend: SearchBackend) {
    waitForRefresh(httpAdapter.getInstance<FastifyInstance>(), backend);
  }
}
