import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { usageError } from '../cli-error';
import type { CommandContext } from '../command-line/command-spec';
import { isObject } from '../document/document-file';
import { readInput } from '../document/read-input';

/** Bytes of a manifest. */
const MOST_BYTES = 256 * 1024 * 1024;

/** Members of a node that say which table a test is about; the rest of a manifest, such as SQL, is not sent. */
const MEMBERS = ['name', 'alias', 'identifier', 'database', 'schema', 'attached_node', 'column_name', 'test_metadata'];

/**
 * The results of dbt with what its manifest says of tables, as JSON text. Without a manifest, named or beside the results, it is the results alone.
 *
 * @param input path of the results; `-` for stdin, beside which there is no manifest
 * @param isNamed whether the contract is named, so that tables need not be known
 * @throws {CliError} usage where the manifest is none
 */
export async function dbtReport(
  run: string,
  input: string,
  { manifest, isNamed }: { readonly manifest?: string; readonly isNamed: boolean },
  context: CommandContext,
): Promise<string> {
  const beside = join(dirname(input), 'manifest.json');
  const file = manifest ?? (input !== '-' && !isNamed && existsSync(beside) ? beside : undefined);
  if (file === undefined) return run;
  const text = (await readInput(file, context, MOST_BYTES)).toString('utf8');
  return `{"run_results":${run},"manifest":${JSON.stringify(tablesOf(file, text))}}`;
}

function tablesOf(file: string, text: string): object {
  const { metadata, nodes, sources } = parsed(file, text);
  const { adapter_type: platform } = isObject(metadata) ? metadata : {};
  return { metadata: { adapter_type: platform }, nodes: shortNodes(nodes), sources: shortNodes(sources) };
}

function parsed(file: string, text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // The message is the same.
  }
  throw usageError(`${file} is no manifest of dbt: expected a JSON object with nodes and sources`);
}

function shortNodes(nodes: unknown): object {
  return Object.fromEntries(
    Object.entries(isObject(nodes) ? nodes : {}).map(([id, node]) => [id, isObject(node) ? shortNode(node) : {}]),
  );
}

function shortNode(node: Readonly<Record<string, unknown>>): object {
  const { depends_on: depends } = node;
  const { nodes } = isObject(depends) ? depends : {};
  return { ...Object.fromEntries(MEMBERS.map((name) => [name, node[name] ?? undefined])), depends_on: { nodes } };
}
