import type { Call, Value } from './calls';
import { PROFILED_COLUMN } from './further-relations';
import { isHidden } from './registry';
import { MARKER, MARKER_NUMBER, type World } from './world';

/** A busy service refuses what it has not begun, whatever is hidden: the call is made once more. */
const BUSY = 503;
const MOST_TRIES = 5;
const MOST_MS = 60_000;

export interface Answer {
  readonly status: number;
  /** Headers and body. */
  readonly text: string;
  readonly body: unknown;
}

/** Makes the call as the viewer of the world. What it says is searched without what the request itself said. */
export async function ask(
  world: World,
  model: World,
  call: Call,
): Promise<Answer & { readonly said: readonly string[] }> {
  const said: string[] = [];
  const resolve = (value: Value): string => {
    const text = textOf(world, model, value);
    // The name of a column says that of its table.
    said.push(text, text.replace(new RegExp(`\\.${PROFILED_COLUMN}$`), ''));
    return text;
  };
  const path = call.operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(resolve(call.path[name] ?? '')),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(call.query)) query.set(name, resolve(value));
  const body =
    call.body === undefined || typeof call.body === 'string'
      ? call.body
      : JSON.stringify(call.body, (_, value: unknown) => named(value, resolve));
  const address = `${world.service.baseUrl}${path}${query.size ? `?${query.toString()}` : ''}`;
  const { mediaType = 'application/json' } = call.operation.body ?? {};
  const send = (): Promise<Response> =>
    fetch(address, {
      method: call.operation.method,
      headers: {
        authorization: `Bearer ${world.viewer.token}`,
        prefer: 'respond-async',
        ...(body === undefined ? {} : { 'content-type': mediaType }),
      },
      ...(body === undefined ? {} : { body }),
      signal: AbortSignal.timeout(MOST_MS),
    });
  let answer = await send();
  for (let tries = 1; answer.status === BUSY && tries < MOST_TRIES; tries++) answer = await send();
  const text = await answer.text();
  const headers = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
  return { status: answer.status, text: `${headers}\n${text}`, body: parsed(text), said };
}

function textOf(world: World, model: World, value: Value): string {
  if (typeof value === 'string') return value;
  if ('extra' in value) return world.extras.get(value.extra) ?? '';
  const { thing, by } = value;
  const here = isHidden(thing.part)
    ? world.asked(model.things.get(thing.part, thing.type))
    : world.things.get(thing.part, thing.type);
  return by === 'column' ? `${here.fqn}.${PROFILED_COLUMN}` : here[by];
}

function named(value: unknown, resolve: (value: Value) => string): unknown {
  return typeof value === 'object' && value !== null && 'thing' in value ? resolve(value as Value) : value;
}

/** A text that a message repeats up to some length: `"…"... is not valid JSON`, `… is not a valid …`. */
const CUT_SHORT = new RegExp(`(${MARKER}[^"'\\\\…]*)(?=\\\\?["']?(?:\\.\\.\\.|…))`, 'g');

/** What of something hidden is in an answer, beside what the request said itself. */
export function markersIn(world: World, { text, said }: Answer & { readonly said: readonly string[] }): string[] {
  const own = [...said].filter((one) => one !== '').sort((a, b) => b.length - a.length);
  let rest = text;
  for (const one of own) rest = rest.replaceAll(one, '').replaceAll(encodeURIComponent(one), '');
  rest = rest.replace(CUT_SHORT, (cut, words: string) => (own.some((one) => one.includes(words)) ? '' : cut));
  const hidden = world.things.all().filter(({ part }) => isHidden(part));
  const wanted = [MARKER, String(MARKER_NUMBER), ...hidden.map(({ id }) => id)];
  return wanted.flatMap((marker) => {
    const at = rest.toLowerCase().indexOf(marker.toLowerCase());
    return at < 0 ? [] : [rest.slice(Math.max(0, at - 60), at + 60).replaceAll('\n', ' ')];
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
