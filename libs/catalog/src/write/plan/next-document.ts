import type { EntityDraft } from '../entity-draft';
import { entriesOf } from '../../definition/entity-type';

/** The state that a write sets beside the attributes. */
export interface WrittenState {
  /** In tenths. */
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly updatedAt: number;
  readonly updatedBy: string;
}

/**
 * The document, with all fields, that a read after the write of a draft would show, as JSON: for a draft that changes attributes only.
 * @param current the document before the write, with all fields
 */
export function nextDocument(
  { entityType, attributes }: EntityDraft,
  current: Readonly<Record<string, unknown>>,
  { version, ...written }: WrittenState,
): string {
  const next: Record<string, unknown> = { ...current, ...written, version: version / 10 };
  for (const [name, { fromRoot, computed, shown, schema }] of entriesOf(entityType.attributes)) {
    if (fromRoot || computed) continue;
    // Empty arrays are shown where they are requested; undefined members are left out of the text.
    const isShownEmpty = attributes[name] === undefined && shown !== 'base' && schema.type === 'array';
    const value = isShownEmpty ? [] : attributes[name];
    if (value !== undefined || name in next) next[name] = value;
  }
  return JSON.stringify(next);
}
