import { spawnSync } from 'node:child_process';
import type { ExportEdge } from '../export-request';
import { DOT, GRAPHML, MERMAID } from './graph-languages';
import { detailed, edgeOf, exportOf, textOf } from '../export-case.fixture';
import { graphText } from './graph-text';

const ROOT = 's.d.p.root';
const GRAPHVIZ = 'dot';
const NAMES = [
  ROOT,
  's.d.p.a<b>&"c"',
  's.d.p.back\\slash\\',
  's.d.p.`tick` #quot; ;end [x] {y} |z|',
  's.d.p.ünïcödé 表 🙂',
  's.d.p.%%{init}%% --> n1',
  's.d.p.\u0001control\r\nlines',
  's.d.p.class subgraph end',
  's.d.p.style x fill:#fff',
];

/** A chain over all names and back, a self edge, a diamond. */
const EDGES: ExportEdge[] = [
  ...NAMES.map((from, i) =>
    edgeOf(from, NAMES[(i + 1) % NAMES.length] as string, { sqlQuery: `select ${i} < 2 && "x"` }),
  ),
  edgeOf(ROOT, ROOT),
  edgeOf(ROOT, NAMES[2] as string),
  edgeOf(ROOT, NAMES[3] as string),
];

/** XML 1.0 and DOT readers do not support it. */
const readable = (name: string): string => name.replace('\u0001', '\ufffd');

const expected = EDGES.map(({ fromFqn, toFqn }) => [readable(fromFqn), readable(toFqn)]).sort();

function has(command: string, ...words: string[]): boolean {
  return spawnSync(command, words).status === 0;
}

/** The JSON that a Python program prints about the text. */
function byPython<T>(script: string, text: string): T {
  const { stdout, stderr, status } = spawnSync('python3', ['-c', script], { input: text });
  if (status !== 0) throw new Error(stderr.toString());
  return JSON.parse(stdout.toString()) as T;
}

const source = (edges: readonly ExportEdge[] = EDGES, columnLineage = false) => {
  const made = exportOf(edges, { columnLineage });
  // The node of the root is the one of its FQN, as in the scan.
  return { ...made, root: { ...made.root, node: String(edgeOf(ROOT, ROOT).fromNode) } };
};

describe('GraphML', () => {
  const withNetworkx = has('python3', '-c', 'import networkx') ? it : it.skip;

  withNetworkx('is read by networkx to the same graph (skipped where there is none)', async () => {
    const script = `import sys,io,json,networkx as nx
g=nx.read_graphml(io.BytesIO(sys.stdin.buffer.read()))
n=g.nodes
print(json.dumps([g.is_directed(),sorted([n[a]['fqn'],n[b]['fqn']] for a,b in g.edges()),sorted(set(d['type'] for _,d in n(data=True))),sorted(d.get('sqlQuery','') for _,_,d in g.edges(data=True))]))`;
    const read = byPython<[boolean, string[][], string[], string[]]>(
      script,
      await textOf(graphText(GRAPHML, source())),
    );
    expect(read).toEqual([true, expected, ['table'], EDGES.map(({ sqlQuery }) => sqlQuery ?? '').sort()]);
  });

  it('says which columns come from which', async () => {
    const edge = detailed(ROOT, 's.d.p.t', { columns: [{ fromColumns: ['a', 'b'], toColumn: 'c' }] });
    const text = await textOf(graphText(GRAPHML, source([edge], true)));
    expect(text).toContain('<key id="columns" for="edge"');
    expect(text).toContain('<data key="columns">a → c\nb → c</data>');
  });
});

describe('DOT', () => {
  const withGraphviz = has(GRAPHVIZ, '-V') ? it : it.skip;

  interface Drawn {
    readonly objects: { name: string; label: string; type: string; _gvid: number }[];
    readonly edges: { tail: number; head: number; label?: string }[];
  }
  const drawn = (text: string): Drawn =>
    JSON.parse(spawnSync(GRAPHVIZ, ['-Tdot_json'], { input: text, maxBuffer: 1e8 }).stdout.toString()) as Drawn;

  withGraphviz('is read by graphviz to the same graph (skipped where there is none)', async () => {
    const { objects, edges } = drawn(await textOf(graphText(DOT, source())));
    // Its JSON contains labels as written, including escapes.
    const label = (at: number): string =>
      objects[at]!.label.replace(/\\(.)/g, (_, sign: string) => (sign === 'n' ? '\n' : sign));
    const plain = (name: string): string => readable(name).replace('\r\n', '\n');
    const read = edges.map(({ tail, head }) => [label(tail), label(head)]).sort();
    expect(read).toEqual(EDGES.map(({ fromFqn, toFqn }) => [plain(fromFqn), plain(toFqn)]).sort());
    expect(new Set(objects.map(({ type }) => type))).toEqual(new Set(['table']));
  });

  it('has the pairs of columns as labels', async () => {
    const edge = detailed(ROOT, 's.d.p.t', { columns: [{ fromColumns: ['a"', 'b'], toColumn: 'c' }] });
    expect(await textOf(graphText(DOT, source([edge], true)))).toContain('n1 -> n2 [label="a\\" → c\\nb → c"];');
  });
});

describe('Mermaid', () => {
  /** The subset of the language that we generate: any flowchart parser accepts it. */
  const NODE = /^(n\d+)\["((?:[^"#;]|#\d+;)*)"\]:::([A-Za-z]+)$/;
  const EDGE = /^(n\d+) -->(?:\|"(?:[^"#;|]|#\d+;)*"\|)? (n\d+)$/;
  const decoded = (label: string): string =>
    label.replace(/#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));

  it('is a flowchart of the same graph, with no sign in a label that means something', async () => {
    const [first, ...lines] = (await textOf(graphText(MERMAID, source()))).trimEnd().split('\n');
    expect(first).toBe('flowchart LR');
    // What Mermaid itself changes before it parses.
    for (const line of lines) expect(line).not.toMatch(/(?:style|classDef).*:\S*#.*;/);
    const names = new Map(
      lines.flatMap((line) => (NODE.exec(line) ? [[NODE.exec(line)![1], decoded(NODE.exec(line)![2]!)]] : [])),
    );
    const edges = lines.flatMap((line) => (EDGE.exec(line) ? [EDGE.exec(line)!.slice(1)] : []));
    expect(names.size + edges.length).toBe(lines.length);
    expect(edges.map((ends) => ends.map((name) => names.get(name))).sort()).toEqual(
      EDGES.map(({ fromFqn, toFqn }) => [fromFqn, toFqn]).sort(),
    );
  });

  it('has the pairs of columns as labels', async () => {
    const columns = [{ fromColumns: ['a|b', 'c'], toColumn: 'd' }];
    const text = await textOf(graphText(MERMAID, source([detailed(ROOT, 's.d.p.t', { columns })], true)));
    expect(text).toContain('n1 -->|"a#124;b → d, c → d"| n2');
  });
});

it.each([
  ['graphml', GRAPHML],
  ['dot', DOT],
  ['mermaid', MERMAID],
])('%s has the root also where it has no edge', async (_, language) => {
  expect(await textOf(graphText(language, source([])))).toContain(ROOT);
});
