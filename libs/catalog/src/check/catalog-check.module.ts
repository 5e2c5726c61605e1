import { Module } from '@nestjs/common';
import { LabelRewriter } from '../write/subtree/label-rewriter';
import { SubtreeRenamer } from '../write/subtree/subtree-renamer';
import { SubtreeStore } from '../write/subtree/subtree-store';
import { CatalogCheck } from './catalog-check';
import { DocumentCheck } from './document-check';
import { PlaceCheck } from './place-check';

/** Consistency check of the catalog, run by an operator. Requires DatabaseModule. */
@Module({
  providers: [CatalogCheck, DocumentCheck, LabelRewriter, PlaceCheck, SubtreeRenamer, SubtreeStore],
  exports: [CatalogCheck],
})
export class CatalogCheckModule {}
