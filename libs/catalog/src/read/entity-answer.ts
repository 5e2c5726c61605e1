import type { EntityRow } from './entity-row';

/** An entity as JSON text, with its row. */
export interface ReadEntity {
  readonly json: string;
  readonly row: EntityRow;
}

/** A response ready to be sent. */
export interface EntityAnswer {
  readonly json: string;
  readonly id: string;
  /** `0.1` */
  readonly version: string;
  /** A text and its tag, set by its sender, so that a cached answer has it made once. Of another text it says nothing. */
  tagged?: { readonly json: string; readonly etag: string };
}

/** 13 → `1.3` */
export function versionText(tenths: number): string {
  return (tenths / 10).toFixed(1);
}

export function entityAnswer({ json, row }: ReadEntity): EntityAnswer {
  return { json, id: row.id, version: versionText(row.version) };
}
