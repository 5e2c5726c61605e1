/** The producer of the runs of this service. No push may name it. */
export const SERVICE = 'service';
/** The producer of the newest push without one, which speaks for the whole contract. No push may name it either. */
export const WHOLE = 'whole';

/** Code points. */
export const LONGEST_PRODUCER = 64;

/** Control characters, characters that are not seen (zero-width, directional), separators of lines, halves of surrogate pairs. */
const REFUSED = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

export const PRODUCER_RULE =
  'a name of 1 to 64 characters, without control, invisible and directional characters, and without blanks at its ends';

/** Why a text is no name of a producer; undefined where it is one. Names are compared by their characters, also by case. */
export function producerNameFault(name: string): string | undefined {
  const must = `must be ${PRODUCER_RULE}`;
  const length = [...name].length;
  if (length === 0 || length > LONGEST_PRODUCER) return `${must}; got ${length} characters`;
  const [refused] = REFUSED.exec(name) ?? [];
  if (refused !== undefined) return `${must}; got U+${hex(refused)}`;
  if (name.trim() !== name) return `${must}; got a blank at an end`;
  return undefined;
}

/** The same for a push. */
export function pushedProducerFault(name: string): string | undefined {
  if (name === SERVICE)
    return `must not be "${SERVICE}", which names the runs of this service; any other name is allowed`;
  if (name === WHOLE)
    return `must not be "${WHOLE}", which names the newest result without a producer; any other name is allowed`;
  return producerNameFault(name);
}

function hex(character: string): string {
  return character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
}
