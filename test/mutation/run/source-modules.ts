import { readFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { join } from 'node:path';
import { transformSync, type Options } from '@swc/core';

/** What Node's loader has beside its documented interface, and has had as long as there are loaders for TypeScript. */
interface Loader {
  _extensions: Record<
    string,
    (module: NodeJS.Module & { _compile(code: string, file: string): void }, file: string) => void
  >;
}

/**
 * Loads the TypeScript sources of the project as they stand, each file optionally with another text, and only those again
 * that a change reaches.
 */
export class SourceModules {
  private readonly texts = new Map<string, string>();
  private readonly require: NodeJS.Require;
  private readonly options: Options;

  constructor(private readonly root: string) {
    this.require = createRequire(join(root, 'package.json'));
    const {
      exclude: _exclude,
      $schema: _schema,
      ...settings
    } = JSON.parse(readFileSync(join(root, '.swcrc'), 'utf8')) as Options & { $schema?: string };
    this.options = { ...settings, swcrc: false, sourceMaps: false, jsc: { ...settings.jsc, baseUrl: root } };
    this.hook(Module as unknown as Loader);
  }

  /** Loads a file, given by its path from the root; what is loaded already is not loaded again. */
  load(file: string): unknown {
    return this.require(join(this.root, file));
  }

  /** The file has this text from now on; undefined: its own. */
  setText(file: string, text: string | undefined): void {
    const path = join(this.root, file);
    if (text === undefined) this.texts.delete(path);
    else this.texts.set(path, text);
  }

  /** Forgets what was loaded of these files and of all that import them. */
  forget(files: readonly string[]): void {
    const reached = this.importersOf(files.map((file) => join(this.root, file)));
    for (const path of reached) delete this.require.cache[path];
  }

  /** Whether one loaded file imports the other, if over many others. */
  reaches(importer: string, file: string): boolean {
    return this.importersOf([join(this.root, file)]).has(join(this.root, importer));
  }

  /** Whether the text is a program at all. */
  isProgram(file: string, text: string): boolean {
    try {
      return this.compiled(file, text).length > 0;
    } catch {
      return false;
    }
  }

  private compiled(file: string, text: string): string {
    return transformSync(text, { ...this.options, filename: file }).code;
  }

  private importersOf(paths: readonly string[]): ReadonlySet<string> {
    const importers = new Map<string, string[]>();
    for (const [path, module] of Object.entries(this.require.cache)) {
      for (const child of module?.children ?? []) {
        importers.set(child.id, [...(importers.get(child.id) ?? []), path]);
      }
    }
    const reached = new Set(paths);
    for (const path of reached) for (const importer of importers.get(path) ?? []) reached.add(importer);
    return reached;
  }

  private hook(loader: Loader): void {
    loader._extensions['.ts'] = (module, file) => {
      const text = this.texts.get(file) ?? readFileSync(file, 'utf8');
      module._compile(this.compiled(file, text), file);
    };
  }
}
