import type { FieldReader } from './field-reader';

type Json = Record<string, unknown>;

/** A part of a pushed result: the fields always returned, and those returned with `fields=details`. */
interface Part {
  readonly body: Json;
  readonly details: Json;
}

const text = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** passed, failed and total: if all three are given they must add up; a missing one is not computed. */
function counts(reader: FieldReader): Json {
  const [passed, failed, total] = [reader.count('passed'), reader.count('failed'), reader.count('total')];
  if (total !== undefined && passed !== undefined && failed !== undefined && passed + failed !== total) {
    reader.fault('total', `is ${total}, but passed (${passed}) and failed (${failed}) add up to ${passed + failed}`);
  } else if (total !== undefined && Math.max(passed ?? 0, failed ?? 0) > total) {
    reader.fault('total', `is ${total}, which is less than one of passed and failed`);
  }
  return { passed, failed, total };
}

function schemaPart(reader: FieldReader): Part {
  const body = { ...counts(reader), failedFields: reader.list('failedFields', 'strings', text) ?? [] };
  const duplicateFields = reader.list('duplicateFields', 'strings', text);
  const typeMismatchFields = reader.list('typeMismatchFields', 'strings', text);
  return { body, details: { duplicateFields, typeMismatchFields, message: reader.text('message') } };
}

/** The bare name of a rule is also accepted: pipelines may know only that. */
function failedRule(value: unknown): Json | undefined {
  if (typeof value === 'string') return { ruleName: value };
  const { ruleName, reason, ...others } = (value ?? {}) as Json;
  const known = typeof value === 'object' && !Array.isArray(value) && Object.keys(others).length === 0;
  if (!known || typeof ruleName !== 'string') return undefined;
  if (reason === undefined || reason === null) return { ruleName };
  return typeof reason === 'string' ? { ruleName, reason } : undefined;
}

function semanticsPart(reader: FieldReader): Part {
  const failedRules = reader.list('failedRules', 'objects {ruleName, reason?} or names of rules', failedRule) ?? [];
  return { body: { ...counts(reader), failedRules }, details: { message: reader.text('message') } };
}

function qualityPart(reader: FieldReader): Part {
  const qualityScore = reader.take('qualityScore', 'a number from 0 to 100', (value) =>
    typeof value === 'number' && value >= 0 && value <= 100 ? value : undefined,
  );
  return { body: { ...counts(reader), qualityScore }, details: { message: reader.text('message') } };
}

function slaPart(reader: FieldReader): Part {
  const body = {
    refreshFrequencyMet: reader.flag('refreshFrequencyMet'),
    latencyMet: reader.flag('latencyMet'),
    availabilityMet: reader.flag('availabilityMet'),
  };
  return { body, details: { actualLatency: reader.count('actualLatency'), message: reader.text('message') } };
}

const PARTS: Readonly<Record<string, (reader: FieldReader) => Part>> = {
  schemaValidation: schemaPart,
  semanticsValidation: semanticsPart,
  qualityValidation: qualityPart,
  slaValidation: slaPart,
};

/** The four validation objects of a pushed result, each of them optional. */
export function readDimensions(reader: FieldReader): Part {
  const body: Json = {};
  const details: Json = {};
  for (const [name, read] of Object.entries(PARTS)) {
    const child = reader.child(name);
    if (!child) continue;
    const part = read(child);
    child.refuseOthers();
    body[name] = part.body;
    if (Object.values(part.details).some((value) => value !== undefined)) details[name] = part.details;
  }
  return { body, details };
}
