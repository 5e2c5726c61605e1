import { listOf, objectOf, readTime, textOf, type Json } from '../../event/lenient';
import type { DbtGovernance } from '../project';

/** Names that are read of one list. */
const MOST_NAMES = 50;

/** Owners, tags, group, version and end of a node, of any version of the manifest. */
export function governanceOf(node: Json): DbtGovernance {
  const config = objectOf(node.config) ?? {};
  const meta = { ...objectOf(config.meta), ...objectOf(node.meta) };
  const end = textOf(node.deprecation_date);
  return {
    owners: namesIn(meta.owner),
    tags: tagsOf(node),
    group: textOf(node.group) ?? textOf(config.group),
    version: versionOf(node),
    ...(end !== undefined && { deprecatedAt: instantOf(end) }),
  };
}

/** The tags of a node or a column. */
export function tagsOf(holder: Json): string[] {
  return [...new Set([...textsIn(holder.tags), ...textsIn(objectOf(holder.config)?.tags)])].slice(0, MOST_NAMES);
}

/** The owner of a member of `groups`: its address, else its name. */
export function groupOwners(sent: unknown): string[] {
  return namesIn(objectOf(sent)?.owner);
}

/** A name, a list of names, or an object with an email or a name. */
function namesIn(sent: unknown): string[] {
  const each = Array.isArray(sent) ? (sent as unknown[]) : [sent];
  return each.slice(0, MOST_NAMES).flatMap((one) => {
    const { email, name } = objectOf(one) ?? {};
    return textOf(one)?.trim() ?? textOf(email) ?? textOf(name) ?? [];
  });
}

/** A tag of one word may stand without a list. */
function textsIn(sent: unknown): string[] {
  return (typeof sent === 'string' ? [sent] : listOf(sent)).flatMap((one) => textOf(one)?.trim() || []);
}

function versionOf({ name, version, latest_version: latest }: Json): DbtGovernance['version'] {
  const of = textOf(name);
  if (of === undefined || version === undefined || version === null) return undefined;
  return { of, latest: String(version as string | number) === String(latest as string | number) };
}

/** A date means the beginning of that day in UTC. */
function instantOf(text: string): string {
  const time = readTime(text) ?? readTime(`${text}T00:00:00Z`);
  return time ? new Date(time.ms).toISOString() : text;
}
