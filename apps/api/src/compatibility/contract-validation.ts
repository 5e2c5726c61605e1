import type { DocumentColumns, DocumentVerdict } from '@app/contracts';

/** The findings of a check of a document, in the shape of the OpenMetadata API. */
export interface ContractValidation {
  readonly valid: boolean;
  readonly schemaValidation: {
    readonly passed: number;
    readonly failed: number;
    readonly total: number;
    readonly failedFields: readonly string[];
    readonly duplicateFields: readonly string[];
    readonly typeMismatchFields: readonly string[];
  };
  /** About the contract itself: its name, its description. */
  readonly entityErrors: readonly string[];
  /** About its requirements, and of what. */
  readonly constraintErrors: readonly string[];
}

const OF_ENTITY = /^(?:|id|name|displayName|description|status|entityStatus|version|kind|apiVersion)(?:$|[.[])/;

/** @param columns those of the document, which identify errors of a column */
export function contractValidation(
  { valid, errors, warnings = [] }: DocumentVerdict,
  { names, at }: DocumentColumns,
): ContractValidation {
  const failed = [...new Set(errors.flatMap(({ field }) => at(field) ?? []))];
  const others = errors.filter(({ field }) => at(field) === undefined);
  const sentences = (isOfEntity: boolean): string[] =>
    others
      .filter(({ field }) => OF_ENTITY.test(field) === isOfEntity)
      .map(({ field, message }) => (field ? `${field}: ${message}` : message));
  const isFailed = new Set(failed);
  const total = names.length;
  const passed = names.filter((name) => !isFailed.has(name)).length;
  return {
    valid,
    schemaValidation: {
      ...{ passed, failed: total - passed, total },
      failedFields: failed,
      duplicateFields: [...new Set(names.filter((name, index) => names.indexOf(name) < index))],
      typeMismatchFields: [...new Set(warnings.flatMap(({ field }) => at(field) ?? []))],
    },
    entityErrors: sentences(true),
    constraintErrors: sentences(false),
  };
}
