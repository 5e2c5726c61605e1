import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const BYTES_PER_MB = 2 ** 20;
const LOOK_MS = 200;
/** How long a snapshot may take, in ms: V8 spends a minute on bundled code before it writes. */
const PATIENCE_MS = 600_000;

/** What is alive in the heap of a process, in MB: all of it, and by the kind of object. */
export interface HeapContent {
  readonly wholeMb: number;
  readonly byKind: ReadonlyMap<string, number>;
}

/** As V8 writes it, as far as it is read. */
interface Snapshot {
  readonly snapshot: {
    readonly meta: { readonly node_fields: readonly string[]; readonly node_types: readonly [readonly string[]] };
  };
  readonly nodes: readonly number[];
  readonly strings: readonly string[];
}

/** Settings of Node with which a process writes its heap into `folder` when it gets the signal. */
export const snapshotOptions = (folder: string): Record<string, string> => ({
  NODE_OPTIONS: `--heapsnapshot-signal=SIGUSR2 --diagnostic-dir=${folder}`,
});

/** Has a process that was started with `snapshotOptions` write what is alive after a collection of garbage, and reads it. */
export async function heapOf(pid: number, folder: string): Promise<HeapContent> {
  process.kill(pid, 'SIGUSR2');
  const deadline = Date.now() + PATIENCE_MS;
  for (let before = -1; Date.now() < deadline; await delay(LOOK_MS)) {
    const file = readdirSync(folder).find((name) => name.endsWith('.heapsnapshot') && name.includes(`.${pid}.`));
    if (file === undefined) continue;
    const path = join(folder, file);
    const { size } = statSync(path);
    const text = size === before ? readFileSync(path, 'utf8') : '';
    before = size;
    if (!text.trimEnd().endsWith('}')) continue;
    rmSync(path);
    return contentOf(JSON.parse(text) as Snapshot);
  }
  throw new Error(`Process ${pid} wrote no heap snapshot within ${PATIENCE_MS / 1_000} s`);
}

/** Texts, numbers and code are named by their kind alone: each has a name of its own. */
const NAMED = new Set(['object', 'native', 'closure']);

function contentOf({ snapshot: { meta }, nodes, strings }: Snapshot): HeapContent {
  const [types] = meta.node_types;
  const width = meta.node_fields.length;
  const [type, name, size] = ['type', 'name', 'self_size'].map((field) => meta.node_fields.indexOf(field)) as [
    number,
    number,
    number,
  ];
  const bytes = new Map<string, number>();
  for (let at = 0; at < nodes.length; at += width) {
    const typeName = types[nodes[at + type] as number] as string;
    const kind = NAMED.has(typeName) ? `${typeName} ${strings[nodes[at + name] as number]}` : typeName;
    bytes.set(kind, (bytes.get(kind) ?? 0) + (nodes[at + size] as number));
  }
  const byKind = new Map([...bytes].map(([kind, sum]) => [kind, sum / BYTES_PER_MB]));
  return { wholeMb: [...byKind.values()].reduce((sum, each) => sum + each, 0), byKind };
}

/** The kinds of objects that grew most, the greatest first. */
export function grownMost(before: HeapContent, after: HeapContent, count: number): [kind: string, mb: number][] {
  return [...after.byKind]
    .map(([kind, mb]): [string, number] => [kind, mb - (before.byKind.get(kind) ?? 0)])
    .sort(([, one], [, other]) => other - one)
    .slice(0, count);
}
