import type { ContractDocument } from '../../document/contract-document';
import { parseSchemaPolicy, type SchemaPolicy } from '../../document/extension';
import { breaking, type Change, compatible } from '../../promises/change';

/** The words of each member, the loosest first. */
const FROM_LOOSEST: { readonly [K in keyof SchemaPolicy]: readonly SchemaPolicy[K][] } = {
  types: ['family', 'compatible', 'exact'],
  extraColumns: ['allow', 'forbid'],
  order: ['ignore', 'same'],
};

/** Changes in how strictly the asset must have the columns of the contract, and no others. */
export function diffSchemaPolicy(before: ContractDocument, after: ContractDocument): Change[] {
  const [old, now] = [parseSchemaPolicy(before.extension).policy, parseSchemaPolicy(after.extension).policy];
  return (Object.keys(FROM_LOOSEST) as (keyof SchemaPolicy)[]).flatMap((member) => {
    if (old[member] === now[member]) return [];
    const words: readonly string[] = FROM_LOOSEST[member];
    const isLooser = words.indexOf(now[member]) < words.indexOf(old[member]);
    const sides = [old[member], now[member]] as const;
    const path = `schemaPolicy.${member}`;
    return isLooser
      ? [breaking(path, sides, `${member} of the columns is judged less strictly`)]
      : [compatible(path, sides, `${member} of the columns is judged more strictly`)];
  });
}

/** The extension without what is compared by itself. */
export function freeExtension({ extension }: ContractDocument): unknown {
  if (extension === undefined) return undefined;
  const { schemaPolicy: policy, ...rest } = extension;
  // What is no policy at all promises nothing.
  const kept = policy === undefined || parseSchemaPolicy(extension).errors.length === 0 ? rest : extension;
  return Object.keys(kept).length > 0 ? kept : undefined;
}
