import type { CompletionContext, CompletionResult, CompletionSource } from '@codemirror/autocomplete';
import type { YamlFormat } from '../../search-parameters';
import { kindAt, type ContractMembers } from './yaml-place';

/** Put in by the build: what the API document says of contracts. */
declare const __CONTRACT_MEMBERS__: ContractMembers;
/** Put in by the build: what the schema of the standard says. */
declare const __ODCS_MEMBERS__: ContractMembers;

/** A name and a value that has begun, perhaps as an item of a list. */
const VALUE = /^\s*(?:- )*([\w.]+):\s+([\w ]*)$/;
const NAME = /^(\s*(?:- )*)(\w*)$/;

/** Completes the names of members where one begins, and the values of those that have few. */
export const COMPLETIONS: Readonly<Record<YamlFormat, CompletionSource>> = {
  native: (context) => complete(context, __CONTRACT_MEMBERS__),
  odcs: (context) => complete(context, __ODCS_MEMBERS__),
};

function complete({ state, pos, explicit }: CompletionContext, known: ContractMembers): CompletionResult | null {
  const line = state.doc.lineAt(pos);
  const before = line.text.slice(0, pos - line.from);
  const above = state.doc.sliceString(0, line.from).split('\n');
  const [, name = '', value] = VALUE.exec(before) ?? [];
  if (value !== undefined) {
    const values = kindAt(known, above, before.search(/[^\s-]/))?.[name]?.values ?? [];
    return values.length
      ? { from: pos - value.length, options: values.map((label) => ({ label, type: 'enum' })) }
      : null;
  }
  const [, indent = '', word] = NAME.exec(before) ?? [];
  if (word === undefined || (word === '' && !explicit)) return null;
  const members = kindAt(known, above, indent.length) ?? {};
  const options = Object.entries(members).map(([label, { about, kind }]) => ({
    label,
    type: 'property',
    apply: kind === undefined ? `${label}: ` : `${label}:`,
    ...(about && { detail: about }),
  }));
  return { from: pos - word.length, options };
}
