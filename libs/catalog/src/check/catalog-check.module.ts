import { Module } from '@nestjs/common';
import { LabelRewriter } from '../write/subtree/label-rewriter';
import { SubtreeRenamer } from '../write/subtree/subtree-renamer';
import { SubtreeStore } from '../write/subtree/subtree-store';
import { CatalogCheck } from './catalog-check';
import { CountCheck } from './count-check';
import { DocumentCheck } from './document-check';
import { LocationCheck } from './location-check';

/** Consistency check of the catalog, requested by an operator. Requires DatabaseModule. */
@Module({
  providers: [CatalogCheck, CountCheck, DocumentCheck, LabelRewriter, LocationCheck, SubtreeRenamer, SubtreeStore],
  exports: [CatalogCheck],
})
export class CatalogCheckModule {}
