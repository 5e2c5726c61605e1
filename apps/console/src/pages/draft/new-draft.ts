import { stringify } from 'yaml';
import type { Asset } from '../../api/assets';
import { columnsOf } from '../../ui/text/column-type';
import { promisedColumn } from './draft-columns';
import { SENTENCES } from '../rules/sentences';
import { ruleOf, sentenceText } from '../rules/sentence';

/** Sentences that a new contract begins with. */
const FIRST = new Set(['has_owner', 'has_description']);

/** The draft that is offered first: all columns as they are, an owner and a description. */
export function newDraft(type: string, asset: Asset): string {
  const columns = columnsOf(asset);
  const document = {
    name: `${asset.name}_contract`,
    entity: { type, fullyQualifiedName: asset.fullyQualifiedName },
    entityStatus: 'Active',
    ...(columns.length > 0 && { schema: columns.map(promisedColumn) }),
    semantics: SENTENCES.filter(({ name }) => FIRST.has(name)).map((sentence) => ({
      name: sentence.name,
      description: sentenceText(sentence, {}),
      rule: ruleOf(sentence, {}),
    })),
  };
  return stringify(document, { lineWidth: 0 });
}
