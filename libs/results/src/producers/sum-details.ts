import type { Json, ProducerPart } from './producer-part';

interface Reason {
  readonly field: string;
  readonly message: string;
}

const LISTED = ['schemaValidation', 'qualityValidation'] as const;
const TOLD = ['semanticsValidation', 'slaValidation'] as const;
/** Lists of our own runs. */
const NOTES = ['schemaNotes', 'qualityWarnings'] as const;
/** Members of our own runs that say where their evidence came from. */
const OWN = ['readFrom', 'data', 'schemaAsOf', 'promises', 'notEvaluated'] as const;

/**
 * Adds up the details of parts. Reasons of our own runs are lists, those of pushes objects: as long as one kind is there it retains its
 * shape, beside each other they are a list.
 */
export function sumDetails(parts: readonly ProducerPart[]): Json {
  const details: Record<string, unknown> = {};
  const put = (name: string, value: unknown): void => void (value !== undefined && (details[name] = value));
  const saidOf = (name: string) =>
    parts.flatMap(({ producer, details: own }) => (own[name] === undefined ? [] : [{ producer, said: own[name] }]));
  for (const name of LISTED) {
    const said = saidOf(name);
    const isList = said.some((one) => Array.isArray(one.said));
    put(name, isList ? said.flatMap(reasonsOf) : objectSum(said));
  }
  for (const name of TOLD) put(name, objectSum(saidOf(name)));
  for (const name of NOTES) {
    const notes = saidOf(name).flatMap(({ said }) => said as readonly unknown[]);
    put(name, notes.length > 0 ? notes : undefined);
  }
  for (const name of OWN) put(name, saidOf(name).at(0)?.said);
  put('message', textSum(saidOf('message')));
  put('incidentId', saidOf('incidentId').at(0)?.said);
  return details;
}

interface Said {
  readonly producer: string;
  readonly said: unknown;
}

function reasonsOf({ producer, said }: Said): readonly Reason[] {
  if (Array.isArray(said)) return said as readonly Reason[];
  const {
    duplicateFields = [],
    typeMismatchFields = [],
    message,
  } = said as Record<string, readonly string[] | undefined>;
  return [
    ...duplicateFields.map((field) => ({ field, message: 'occurs more than once' })),
    ...typeMismatchFields.map((field) => ({ field, message: 'has another type' })),
    ...(typeof message === 'string' ? [{ field: producer, message }] : []),
  ];
}

/** Lists one behind the other without what repeats, texts with their producers, the largest of numbers. */
function objectSum(said: readonly Said[]): Json | undefined {
  if (said.length === 0) return undefined;
  const names = [...new Set(said.flatMap((one) => Object.keys(one.said as Json)))];
  const members = names.map((name) => {
    const values = said.flatMap(({ producer, said: object }) => {
      const value = (object as Json)[name];
      return value === undefined ? [] : [{ producer, said: value }];
    });
    return [name, valueSum(values)] as const;
  });
  return Object.fromEntries(members);
}

function valueSum(values: readonly Said[]): unknown {
  const [first] = values;
  if (Array.isArray(first!.said)) {
    const items = values.flatMap(({ said }) => (Array.isArray(said) ? (said as unknown[]) : []));
    return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
  }
  if (typeof first!.said === 'number') return Math.max(...values.map(({ said }) => Number(said)));
  return textSum(values);
}

function textSum(values: readonly Said[]): string | undefined {
  if (values.length === 0) return undefined;
  if (values.length === 1) return String(values[0]!.said);
  return values.map(({ producer, said }) => `${producer}: ${String(said)}`).join(' ');
}
