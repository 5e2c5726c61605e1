import { isObject, sameJson, type Steps } from '@app/common';
import type { ContractDocument, ContractSla, DocumentReference } from '../../document/contract-document';
import {
  type Json,
  EXACT_STATUS,
  EXTENSION,
  OWN_PROPERTIES,
  SUCCESSOR,
  setCustomProperty,
  objectsOf,
  setOrDelete,
} from '../../document/json';
import type { SelectedObject } from '../mapping/select-object';
import { isPlainTerms, NO_HEADING, statusFrom, statusWord, termsTo, USAGE_HEADING } from '../mapping/texts';
import { overlayColumns } from './overlay-columns';
import { overlayOwners, overlaySecurity } from './overlay-people';
import { overlayOwnRules } from './overlay-own-rules';
import { type QualityState, overlayQuality } from './overlay-quality';
import { overlaySla } from './overlay-sla';

/** The parts of a contract that a document can say too. */
export interface ContractState extends ContractDocument {
  readonly name?: string;
  readonly description?: string;
  readonly owners?: readonly DocumentReference[];
}

/** The source of an export: the document that came in, and the state of the contract that was read from it. */
export interface StoredDocument {
  readonly document: Json;
  /** Index of the contract's object in `schema`, or null where the document has none. */
  readonly object: number | null;
  readonly baseline: ContractState;
}

/** The stored document with later changes of the contract applied. Does not change `stored`; equal to it if nothing changed. */
export function* overlaySteps(stored: StoredDocument, now: ContractState, assetName: string): Steps<Json> {
  const document = structuredClone(stored.document);
  const { baseline } = stored;
  if (baseline.name !== now.name) setOrDelete(document, 'name', now.name);
  if (baseline.entityStatus !== now.entityStatus) overlayStatus(document, now.entityStatus);
  if (!sameJson(baseline.extension, now.extension)) setCustomProperty(document, EXTENSION, now.extension);
  yield;
  overlayTexts(document, baseline, now);
  for (const key of OWN_PROPERTIES) if (baseline[key] !== now[key]) setCustomProperty(document, key, now[key]);
  const [successor, before] = [now, baseline].map(
    (state) => (state.successor as DocumentReference | undefined)?.fullyQualifiedName,
  );
  if (successor !== before) setCustomProperty(document, SUCCESSOR, successor);
  const selected = selectedOf(document, stored.object);
  overlaySla(document, (baseline.sla ?? {}) as ContractSla, (now.sla ?? {}) as ContractSla, selected);
  overlaySecurity(document, baseline.security ?? {}, now.security ?? {});
  overlayOwners(document, baseline.owners ?? [], now.owners ?? []);
  yield* overlayObject(document, selected, stored, now, assetName);
  return document;
}

function overlayStatus(document: Json, status: unknown): void {
  document.status = statusWord(status);
  setCustomProperty(document, EXACT_STATUS, statusFrom(document.status) === status ? undefined : status);
}

function selectedOf(document: Json, index: number | null): SelectedObject | undefined {
  const object = index === null ? undefined : objectsOf(document.schema)[index];
  return object && { object, index: index as number };
}

function overlayTexts(document: Json, before: ContractState, now: ContractState): void {
  const [old, next] = [termsTo(before.termsOfUse), termsTo(now.termsOfUse)];
  const said = [
    ['purpose', before.description, now.description],
    ['usage', old.usage, next.usage],
    ['limitations', old.limitations, next.limitations],
  ] as const;
  const changed = said.filter(([, was, is]) => was !== is);
  const [wasPlain, isPlain] = [before, now].map(({ termsOfUse }) => isPlainTerms(termsOfUse));
  if (wasPlain !== isPlain) setCustomProperty(document, USAGE_HEADING, isPlain ? NO_HEADING : undefined);
  if (!changed.length) return;
  const description = isObject(document.description) ? document.description : {};
  for (const [key, , text] of changed) setOrDelete(description, key, text);
  document.description = description;
}

function* overlayObject(
  document: Json,
  selected: SelectedObject | undefined,
  { baseline }: StoredDocument,
  now: ContractState,
  assetName: string,
): Steps<void> {
  const [before, after] = [qualityOf(baseline), qualityOf(now)];
  const [old, next] = [baseline.schema ?? [], now.schema ?? []];
  const [known, rules] = [objectsOf(baseline.odcsQualityRules), objectsOf(now.odcsQualityRules)];
  // Rules are looked for in each export: one of a former version of the service has no markers.
  if (sameJson(before, after) && sameJson(old, next) && !known.length && !rules.length) return;
  yield;
  const object = selected?.object ?? newObject(document, assetName);
  // Before the columns: the rules of a column go with it.
  overlayQuality(object, old, before, after);
  yield;
  overlayColumns(object, old, next);
  yield;
  yield* overlayOwnRules(object, next, known, rules, document.apiVersion);
}

function newObject(document: Json, name: string): Json {
  const object: Json = { name, physicalName: name, logicalType: 'object' };
  document.schema = [...objectsOf(document.schema), object];
  return object;
}

function qualityOf({ semantics = [], qualityExpectations = [] }: ContractState): QualityState {
  const expectations = qualityExpectations.filter((reference) => typeof reference === 'object');
  return {
    semantics,
    expectations: expectations.map(({ id, name, fullyQualifiedName }) => ({ id, name, fullyQualifiedName })),
  };
}
