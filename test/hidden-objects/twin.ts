import type { Answer } from './answers';
import type { World } from './world';

/** Members that say nothing of what is hidden and differ between two services. */
const OWN = new Set([
  'took',
  'requestId',
  'updatedBy',
  'executionTime',
  'before',
  'after',
  'processedAt',
  // The key set of a service.
  'n',
  'kid',
]);

/** An answer as it can be compared with that of the twin. */
export function comparable(world: World, answer: Answer & { readonly said: readonly string[] }): unknown {
  const names = new Map(world.things.all().map(({ id, part, type }) => [id, `${part} ${type}`]));
  const text = (value: string): string => {
    let known = value.replaceAll(world.service.baseUrl, '');
    for (const said of answer.said) if (said.length > 8) known = known.replaceAll(said, '<asked>');
    return (
      known
        .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) => `<${names.get(id) ?? 'id'}>`)
        // Where a text stops being JSON depends on the text, and an id may begin as a number does that is too large: 7e4512….
        .replace(/is a number too large to be held|is not valid JSON: .*/, 'is not valid JSON')
        .replace(/\bwhsec_[\w+/=]+/g, '<secret>')
        .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z|\b1[67]\d{11}\b/g, '<time>')
    );
  };
  const value = (one: unknown): unknown => {
    if (typeof one === 'string') return text(one);
    if (typeof one === 'number') return one > 1e12 ? '<time>' : one;
    if (Array.isArray(one)) return one.every(isReference) ? sorted(one.map(value)) : one.map(value);
    if (typeof one !== 'object' || one === null) return one;
    const withheld = quality(one as Record<string, unknown>);
    return Object.fromEntries(
      Object.entries(one).flatMap(([name, inner]) =>
        OWN.has(name) || withheld.includes(name) || isPosition(name, inner) ? [] : [[text(name), value(inner)]],
      ),
    );
  };
  return { status: answer.status, body: inOrder(value(answer.body)) };
}

/** The id of an event is a position among those of everything. */
const isPosition = (name: string, inner: unknown): boolean => name === 'id' && typeof inner === 'number';

/** What results tell of quality, which is left out where a test case of the contract is hidden; in the twin none is. */
function quality(one: Record<string, unknown>): string[] {
  if ('dataContractFQN' in one) return ['qualityValidation', 'result'];
  if ('evaluated' in Object(one.quality)) return ['quality'];
  return 'timestamp' in one && 'resultId' in one ? ['message'] : [];
}

const isReference = (one: unknown): boolean => typeof one === 'object' && one !== null && 'id' in one && 'type' in one;

const sorted = (list: readonly unknown[]): unknown[] =>
  [...list].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

/** Hits of equal names come in the order of their ids, which the twin has others of; so do references and the lines of a file. */
function inOrder(body: unknown): unknown {
  if (typeof body === 'string') return body.split('\r\n').sort();
  const { hits } = (body ?? {}) as { hits?: { hits?: unknown[] } };
  if (!hits?.hits) return body;
  return { ...(body as object), hits: { ...hits, hits: sorted(hits.hits) } };
}

/** The first place where two values differ, or undefined. */
export function difference(one: unknown, other: unknown, path = ''): string | undefined {
  if (one === other) return undefined;
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other)
    return `${path}: ${shown(one)} but ${shown(other)} where nothing is hidden`;
  for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const found = difference((one as never)[name], (other as never)[name], `${path}.${name}`);
    if (found) return found;
  }
  return undefined;
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 160);
}
