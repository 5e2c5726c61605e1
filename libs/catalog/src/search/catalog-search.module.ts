import { Module } from '@nestjs/common';
import { SearchHierarchy } from './answer/hierarchy';
import { FieldWarnings } from './ask/field-warnings';
import { CatalogSearch } from './catalog-search';
import { SightedSearch } from './sight/sighted-engine';

/** Searching the catalog. Needs the global modules of database, identity and search. */
@Module({ providers: [CatalogSearch, FieldWarnings, SearchHierarchy, SightedSearch], exports: [CatalogSearch] })
export class CatalogSearchModule {}
