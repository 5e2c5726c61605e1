import { ruleOf } from '../../http/input';

interface SentChange {
  readonly document?: unknown;
  readonly patch?: unknown;
}

/** How a change of a contract is sent in parts. */
export const CONTRACT_PATCH = ruleOf('a JSON Patch: a list of operations', Array.isArray, {
  type: 'array',
  items: { type: 'object' },
});

/** How a change of a contract is sent as a whole. */
export const WHOLE_DOCUMENT = {
  schema: { type: 'object' },
  description:
    'The whole contract as it would be, as links.api of get_contract answers it, or a document of the Open Data Contract Standard: ' +
    'what it leaves out is removed. get_contract itself shortens texts and lists, so to change a part give patch',
  further: (document: unknown, { patch }: SentChange) =>
    (document === undefined) === (patch === undefined) ? 'send exactly one of document and patch' : undefined,
};
