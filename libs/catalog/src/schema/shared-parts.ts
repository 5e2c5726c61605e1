import type { JsonSchema } from '../definition/json-schema';
import { COLUMN_PARTS } from './parts/column';
import { COMMON_PARTS } from './parts/common';
import { FIELD_PARTS } from './parts/field';
import { GOVERNANCE_PARTS } from './parts/governance';
import { PROCESSING_PARTS } from './parts/processing';
import { QUALITY_PARTS } from './parts/quality';

/** Structures shared by several types, by their names in the API document. */
export const SHARED_PARTS: Record<string, JsonSchema> = {
  ...COMMON_PARTS,
  ...COLUMN_PARTS,
  ...FIELD_PARTS,
  ...PROCESSING_PARTS,
  ...GOVERNANCE_PARTS,
  ...QUALITY_PARTS,
};
