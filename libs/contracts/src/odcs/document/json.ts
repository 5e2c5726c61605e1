import { isObject } from '@app/common';

/** A JSON object whose members are not known. */
export type Json = Record<string, unknown>;

/** The objects of an array, without what else is in it; empty for what is no array. */
export function objectsOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The text, where it is one and not blank. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}
