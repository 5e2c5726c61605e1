import { execFile, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { PATIENCE_MS } from '../../support/eventually';

const ROOT = resolve(__dirname, '../../..');
const CLI = join(ROOT, 'bin/metadata-catalog.cjs');

export interface ShellRun {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** A repository of contracts as a CI server checks it out, with the commands on the path as their tarball installs them. */
export class Shell {
  private readonly folder = mkdtempSync(join(tmpdir(), 'cli-e2e-'));

  private readonly commands = join(this.folder, '.commands');

  constructor(private readonly variables: Readonly<Record<string, string>>) {
    mkdirSync(this.commands);
    const command = `#!/bin/sh\nexec "${process.execPath}" "${CLI}" "$@"\n`;
    writeFileSync(join(this.commands, 'metadata-catalog'), command, { mode: 0o755 });
    copyFileSync(join(ROOT, 'docs/ci/gate.sh'), join(this.commands, 'metadata-catalog-gate'));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  write(name: string, content: unknown): string {
    const path = this.path(name);
    mkdirSync(dirname(path), { recursive: true });
    // JSON is YAML too.
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content, undefined, 2));
    return name;
  }

  cli(args: readonly string[], variables: Readonly<Record<string, string>> = {}): Promise<ShellRun> {
    return this.execute(process.execPath, [CLI, ...args], variables);
  }

  /** A line of a CI file, as its runner has it executed. */
  script(line: string, variables: Readonly<Record<string, string>> = {}): Promise<ShellRun> {
    return this.execute('sh', ['-e', '-c', line], variables);
  }

  private execute(command: string, args: readonly string[], more: Readonly<Record<string, string>>): Promise<ShellRun> {
    const env = {
      PATH: `${this.commands}:${process.env.PATH}`,
      XDG_CONFIG_HOME: this.folder,
      ...this.variables,
      ...more,
    };
    return new Promise((done) => {
      execFile(command, args, { cwd: this.folder, env, timeout: PATIENCE_MS }, (error, out, err) => {
        const code = error ? Number(error.code) : 0;
        done({ code, out, err });
      });
    });
  }
}

/** What an XML parser outside of the project reads in a JUnit file; undefined where this machine has none. */
export function readJunit(
  path: string,
): { readonly tests: number; readonly failures: number; readonly cases: number } | undefined {
  const program =
    'import sys, json, xml.etree.ElementTree as E; r = E.parse(sys.argv[1]).getroot(); assert r.tag == "testsuites";' +
    'print(json.dumps({"tests": int(r.get("tests")), "failures": len(r.findall("./testsuite/testcase/failure")), "cases": len(r.findall("./testsuite/testcase"))}))';
  const { status, stdout, stderr, error } = spawnSync('python3', ['-c', program, path], { encoding: 'utf8' });
  if (error) return undefined;
  if (status !== 0) throw new Error(`${path} is no XML of JUnit: ${stderr}`);
  return JSON.parse(stdout) as ReturnType<typeof readJunit>;
}
