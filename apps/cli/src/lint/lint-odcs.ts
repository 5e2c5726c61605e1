import { invalidFields } from '@app/common';
import { conform, inDocument, mapDocument, normalizeContract } from '@app/contracts/pure';
import { ruleFault } from '@app/validation/pure';
import { isObject, isOdcs } from '../document/document-file';
import { type LintFault, errorsOf, everyFault, isWithin, warning } from './every-fault';

/** Members that documents of other formats have. */
export const FOREIGN_MEMBERS = ['dataContractSpecification', 'models', 'info'];

type Json = Readonly<Record<string, unknown>>;

/**
 * The faults of a document of the standard: what its official schema has against it and could be mended is a warning, what has no clear
 * meaning an error. Each schema object is read as an import would.
 */
export function lintOdcs(sent: Json): LintFault[] {
  // Nothing else that could be said of a document of another format helps.
  if (isForeign(sent)) return everyFault(sent, conform).faults.slice(0, 1);
  const { result, faults } = everyFault(sent, conform);
  if (!result) return [...faults];
  const { document, changes, wasValid } = result;
  const mended = changes.map(({ path, message }) => warning(path, message));
  const places = faults.map(({ path }) => path);
  const found = [...mended, ...objectFaults(document, wasValid)].filter(({ path }) => !isWithin(path, places));
  return [...faults, ...found];
}

/** Whether a document is of another format; the same rule as in the standard's own check, which names the format. */
function isForeign(sent: Json): boolean {
  return !isOdcs(sent) && FOREIGN_MEMBERS.some((key) => key in sent) && sent.schema == null && sent.dataset == null;
}

function objectFaults(document: Json, wasValid: boolean): LintFault[] {
  const objects = Array.isArray(document.schema) ? document.schema.filter(isObject) : [];
  if (objects.length === 0) return unique(mappingFaults(document, undefined, wasValid));
  return unique(objects.flatMap((object, index) => mappingFaults(document, { object, index }, wasValid)));
}

/** The faults of the mapping, as of an asset that has no columns yet: what depends on them is found by the import. */
function mappingFaults(
  document: Json,
  selected: { readonly object: Json; readonly index: number } | undefined,
  wasValid: boolean,
): LintFault[] {
  const asset = { name: String(selected?.object.name ?? 'asset'), columns: [] };
  const { parts, places, report } = mapDocument(document, {
    assetType: 'table',
    asset,
    selected,
    checkRule: ruleFault,
  });
  const { notUnderstood } = report.finish(document, []);
  const unread = notUnderstood.map(({ path, message }): LintFault => {
    // An import refuses a duration that it cannot read where the document had to be mended.
    const level = !wasValid && path.startsWith('slaProperties') ? 'error' : 'warning';
    return { level, path, message };
  });
  const { errors } = normalizeContract(parts, ruleFault);
  return [...unread, ...(errors.length > 0 ? errorsOf(inDocument(invalidFields([...errors]), places)) : [])];
}

/** Removes repeated faults: those of the whole document are found once for each of its objects. */
function unique(faults: readonly LintFault[]): LintFault[] {
  return [...new Map(faults.map((fault) => [JSON.stringify(fault), fault])).values()];
}
