import { placeIn, TextFault } from './text-fault';

export type JsonObject = Readonly<Record<string, unknown>>;

/** @throws {TextFault} where the text is no JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const said = (error as Error).message;
    const at = /at position (\d+)/.exec(said)?.[1];
    const position = at === undefined ? '' : ` (${placeIn(text, Number(at))})`;
    throw new TextFault(`is no JSON: ${reasonOf(said)}${position}`);
  }
}

/** V8's message without its own location. */
function reasonOf(said: string): string {
  const [reason = said] = said.split(/,? \.\.\.|, "| in JSON at position| at position/);
  return reason;
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The last part of a name with dots or of a URI: `Order` of `com.shop.Order` and of `https://shop.example/order.json`. */
export function lastWord(name: string): string {
  const end = name.split('#')[0] || name.split('#')[1] || name;
  const word = end.split('/').filter(Boolean).pop() ?? name;
  return word.replace(/\.(?:schema\.)?json$/, '') || name;
}
