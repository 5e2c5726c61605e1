/** The part of a system of Swagger UI that the plugin below uses. */
interface PageSystem {
  readonly specActions: { updateJsonSpec(document: unknown): void };
}

/** A list or map of Immutable, as far as it is used. */
interface Listed {
  get(name: string): unknown;
  set(name: string, value: unknown): Listed;
  filter(keep: (value: Listed, key: string) => boolean): Listed;
  map(change: (value: Listed, key: string) => Listed): Listed;
  readonly size: number;
}

type Json = Readonly<Record<string, unknown>>;

/** How the page at /docs is shown: every operation has one line, all answers and bodies are below theirs. */
export const DOCS_PAGE = {
  // Without the bar on top, whose drawing has an inline style, and without the badge of a validator elsewhere.
  layout: 'BaseLayout',
  docExpansion: 'list',
  filter: true,
  defaultModelsExpandDepth: -1,
  tryItOutEnabled: true,
  // A token that is typed in is in the memory of the page alone.
  persistAuthorization: false,
  plugins: [largeDocumentPlugin, forgottenTokenPlugin],
};

declare const localStorage: { removeItem(name: string): void };

/** Runs in the browser, as the one below. Pages of earlier releases stored the entered token, beyond every sign-out. */
export function forgottenTokenPlugin(): object {
  localStorage.removeItem('authorized');
  return {};
}

/**
 * Runs in the browser, which is sent its text: it can use nothing from outside of itself.
 *
 * By itself Swagger UI reads the document as YAML, and converts all of it into its own model for each operation that is opened: seconds
 * for a document of this size. The one here is JSON whose references are its own, so that following them is enough.
 * The filter of the page looks at tags alone; here also at the method, path and summary of each operation.
 */
export function largeDocumentPlugin(): object {
  const at = (document: unknown, path: readonly string[]): unknown =>
    path.reduce<unknown>((value, name) => (value as Json | undefined)?.[name], document);
  const wordsOf = (reference: string): string[] =>
    reference
      .slice(2)
      .split('/')
      .map((word) => word.replaceAll('~1', '/').replaceAll('~0', '~'));
  // A schema within itself is named instead of followed.
  const followed = (document: unknown, value: unknown, above: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((item) => followed(document, item, above));
    if (value === null || typeof value !== 'object') return value;
    const { $ref, ...own } = value as Json;
    const members = Object.entries(typeof $ref === 'string' ? own : (value as Json));
    const shown = Object.fromEntries(members.map(([name, member]) => [name, followed(document, member, above)]));
    if (typeof $ref !== 'string') return shown;
    if (above.includes($ref)) return { type: 'object', title: wordsOf($ref).at(-1), ...shown };
    const target = followed(document, at(document, wordsOf($ref)), [...above, $ref]);
    return Object.assign({}, target, shown);
  };
  const has = (operation: Listed, phrase: string): boolean => {
    const summary = (operation.get('operation') as Listed | undefined)?.get('summary');
    return [operation.get('method'), operation.get('path'), summary].join(' ').toLowerCase().includes(phrase);
  };
  return {
    fn: {
      resolveSubtree: (document: unknown, path: readonly string[]) =>
        Promise.resolve({ spec: followed(document, at(document, path), []), errors: [] }),
      opsFilter: (tags: Listed, given: string): Listed => {
        const phrase = given.toLowerCase();
        const kept = tags.map((tag, name) =>
          name.toLowerCase().includes(phrase)
            ? tag
            : tag.set(
                'operations',
                (tag.get('operations') as Listed).filter((operation) => has(operation, phrase)),
              ),
        );
        return kept.filter((tag) => (tag.get('operations') as Listed).size > 0);
      },
    },
    statePlugins: {
      spec: {
        actions: {
          parseToJson:
            (text: string) =>
            ({ specActions }: PageSystem): void =>
              specActions.updateJsonSpec(JSON.parse(text)),
        },
      },
    },
  };
}
