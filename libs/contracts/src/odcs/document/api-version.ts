/** Versions available for export; documents of other versions can be imported, and are exported unchanged if valid. */
export const EXPORT_VERSIONS = ['v3.1.0', 'v3.2.0'] as const;
export type ExportVersion = (typeof EXPORT_VERSIONS)[number];

export const DEFAULT_VERSION: ExportVersion = 'v3.1.0';

/** The official schemas that ship with the service. */
export const SCHEMA_VERSIONS = ['3.0.2', '3.1.0', '3.2.0'] as const;
export type SchemaVersion = (typeof SCHEMA_VERSIONS)[number];

const WORD = /^v?(\d+)\.(\d+)(?:\.(\d+))?$/i;

/** Whether documents of this version are accepted: 2.2.x and 3.0.0 to 3.2.x, with or without the `v`. */
export function isTakenVersion(text: string): boolean {
  const [, major, minor] = WORD.exec(text.trim()) ?? [];
  return (major === '2' && minor === '2') || (major === '3' && ['0', '1', '2'].includes(minor ?? ''));
}

/** `3.1`, `3.1.0` and `v3.1.0` as the standard writes it. */
export function spelledVersion(text: string): string {
  const [, major, minor, patch] = WORD.exec(text.trim()) ?? [];
  return `v${major}.${minor}.${patch ?? '0'}`;
}

/** The schema to validate a document of this apiVersion against. There is none for 2.2: that of 3.0.2 lists its versions. */
export function schemaOf(apiVersion: unknown): SchemaVersion {
  if (typeof apiVersion !== 'string') return '3.1.0';
  if (/^v3\.2\./.test(apiVersion)) return '3.2.0';
  return /^v(3\.0|2\.2)\./.test(apiVersion) ? '3.0.2' : '3.1.0';
}

/** The version assigned to a document that is not valid as sent. */
export function targetVersion(apiVersion: unknown): ExportVersion {
  return schemaOf(apiVersion) === '3.2.0' ? 'v3.2.0' : DEFAULT_VERSION;
}
