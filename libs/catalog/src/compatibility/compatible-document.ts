import type { Steps } from '@app/common';
import { oncePerType, type EntityType } from '../definition/entity-type';
import { everyName, namesIn } from '../query/field-list';
import type { EntityDocument } from '../definition/entity-document';

/** A copy of a document as the OpenMetadata API shows it: see `CompatibleShape`. */
export function compatibleDocument({ compatible }: EntityType, document: EntityDocument): EntityDocument {
  const { without, members } = compatible;
  const shown = Object.entries(document)
    .filter(([name]) => !without.includes(name))
    .map(([name, value]) => [name, members[name] ? members[name](value as never, document) : value] as const);
  return Object.fromEntries(shown.filter(([, value]) => value !== undefined));
}

/**
 * An answer with documents of a type (one, a page, all versions, or the rows of a bulk write) as the OpenMetadata API shows it.
 * @param answer JSON text; returned as it is where nothing in it differs there
 */
export function* compatibleSteps(entityType: EntityType, answer: string): Steps<string> {
  if (!differing(entityType).test(answer)) return answer;
  const parsed = JSON.parse(answer) as EntityDocument;
  yield;
  const show = (document: unknown): EntityDocument => compatibleDocument(entityType, document as EntityDocument);
  const { data, versions, results, entityType: type } = parsed;
  if (Array.isArray(data)) return yield* listText(parsed, 'data', show);
  // Its clients know no pages of versions.
  if (Array.isArray(versions)) return yield* listText({ entityType: type, versions }, 'versions', show);
  if (Array.isArray(results)) return yield* listText(parsed, 'results', (row) => rowShown(row, show));
  return JSON.stringify(show(parsed));
}

/** An object as JSON text, with the items of the one list in it as they are shown. */
function* listText(object: EntityDocument, list: string, show: (item: unknown) => unknown): Steps<string> {
  const items: string[] = [];
  for (const item of object[list] as readonly unknown[]) {
    items.push(JSON.stringify(show(item)));
    yield;
  }
  const members = Object.entries(object).map(([name, value]) => {
    const text = name === list ? `[${items.join(',')}]` : JSON.stringify(value);
    return `${JSON.stringify(name)}:${text}`;
  });
  return `{${members.join(',')}}`;
}

/**
 * Fields to read so that an answer also has what is always shown there, and nothing that is left out of it: where nothing differs, an
 * answer passes as text.
 *
 * @param single whether one entity is read, not a page
 */
export function compatibleFields(
  entityType: EntityType,
  fields: string | undefined,
  single: boolean,
): string | undefined {
  const { attributes, compatible } = entityType;
  const { always, without } = compatible;
  const unasked = always.filter((name) => !(single && attributes[name]?.shown === 'single'));
  const names = namesIn(fields);
  const asked = (names.includes('*') ? everyName(entityType) : names).filter((name) => !without.includes(name));
  return asked.length + unasked.length > 0 ? [...asked, ...unasked].join() : undefined;
}

function rowShown(row: unknown, show: (document: unknown) => EntityDocument): unknown {
  const { entity, ...rest } = row as { entity?: unknown };
  return entity === undefined ? row : { ...rest, entity: show(entity) };
}

/** Finds texts that name a member that differs. What only seems to name one costs time, but stays as it is. */
const differing = oncePerType(({ compatible }) => {
  const names = [...compatible.without, ...Object.keys(compatible.members), 'versions'];
  return new RegExp(`"(?:${names.join('|')})"\\s*:`);
});
