import { isObject } from '@app/common';
import { customProperty, type Json, objectsOf, setCustomProperty } from '../../document/json';

/** The options that are values of their own since 3.1; in 3.0 each says that the other one is exclusive. */
const BOUNDS = { exclusiveMinimum: 'minimum', exclusiveMaximum: 'maximum' } as const;

/** Where a value stands that the version of the document has no member for. */
const customName = (option: string): string => `logicalTypeOptions.${option}`;

/** The options of an element, and the names of custom properties that state some of them. */
export interface ReadOptions {
  readonly options: Json;
  readonly custom: readonly string[];
}

/** Reads options with exclusive bounds as values, however the version of the document has them; undefined where it has none. */
export function optionsOf(element: Json): ReadOptions | undefined {
  const { logicalTypeOptions: written } = element;
  const apart = Object.keys(BOUNDS).flatMap((option) => {
    const value = customProperty(element, customName(option));
    return value === undefined ? [] : [[option, value] as const];
  });
  if (!isObject(written) && apart.length === 0) return undefined;
  const options: Json = { ...Object.fromEntries(apart), ...(isObject(written) ? written : {}) };
  for (const [option, bound] of Object.entries(BOUNDS)) {
    if (options[option] === false) delete options[option];
    if (options[option] !== true || options[bound] === undefined) continue;
    options[option] = options[bound];
    delete options[bound];
  }
  return { options, custom: apart.map(([option]) => customName(option)) };
}

/** Removes what `optionsOf` reads beside the options, in place. */
export function removeCustomBounds(element: Json): void {
  for (const option of Object.keys(BOUNDS)) setCustomProperty(element, customName(option), undefined);
}

/** Writes exclusive bounds below an element as 3.0 has them, in place. One beside the other bound stays a value, which 3.0 has no member for. */
export function boundsAsFlags(element: Json): void {
  for (const property of objectsOf(element.properties)) {
    for (const one of [property, property.items]) if (isObject(one)) flagBounds(one);
    boundsAsFlags(property);
    if (isObject(property.items)) boundsAsFlags(property.items);
  }
}

function flagBounds({ logicalTypeOptions: options }: Json): void {
  if (!isObject(options)) return;
  for (const [option, bound] of Object.entries(BOUNDS)) {
    const value = options[option];
    if (value === undefined || typeof value === 'boolean' || options[bound] !== undefined) continue;
    Object.assign(options, { [bound]: value, [option]: true });
  }
}
