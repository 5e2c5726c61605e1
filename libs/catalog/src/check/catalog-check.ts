import { Injectable } from '@nestjs/common';
import { checkBlocks, NOTHING_CHECKED, withBlock, type CheckFindings, type CheckStep } from './check-step';
import { CountCheck } from './count-check';
import { DocumentCheck } from './document-check';
import { LocationCheck } from './location-check';

/**
 * Compares denormalised data, stored for fast reads, with the data it is derived from, and repairs differences: `misnamed` and `mishidden`
 * entities, those with wrong `parts` or `labels`, and counters (`counts`).
 */
@Injectable()
export class CatalogCheck {
  /** In the order in which a later one relies on those before it. */
  readonly steps: readonly CheckStep[];

  constructor(places: LocationCheck, documents: DocumentCheck, counts: CountCheck) {
    this.steps = [places, documents, counts];
  }
}

/** Does all steps. */
export async function checkAll(steps: readonly CheckStep[]): Promise<CheckFindings> {
  let report = NOTHING_CHECKED;
  for await (const block of checkBlocks(steps)) report = withBlock(report, block);
  return report;
}
