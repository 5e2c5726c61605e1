import { execFileSync } from 'node:child_process';
import { CommanderError } from 'commander';
import { COMMANDS } from '../command-list';
import type { Invocation } from './command-spec';
import { buildProgram, CALLED_AS, calledAs, commandCall } from './program';
import { optionsOf } from './shared-options';

interface Parsed extends Invocation {
  readonly name: string;
}

/** The call of the command that these arguments name; or, for arguments that cannot be used, the text written to stderr. */
async function parse(args: readonly string[]): Promise<Parsed | string> {
  const out: string[] = [];
  const parsed: Parsed[] = [];
  const program = buildProgram({
    version: '9.9.9',
    commands: COMMANDS,
    execute: ({ name }, invocation) => Promise.resolve(void parsed.push({ name, ...invocation })),
    writeOut: (text) => void out.push(text),
    writeErr: (text) => void out.push(text),
  });
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
  }
  return parsed[0] ?? out.join('');
}

const CHECK = ['contract', 'check'];

describe('the arguments of a command', () => {
  it.each<[readonly string[]]>([
    [['f.yaml', '--against', 'a.b', '--mode=full']],
    [['--mode', 'full', '--against=a.b', 'f.yaml']],
    [['--against', 'a.b', '--mode', 'full', '--', 'f.yaml']],
  ])('are read in any order: %j', async (args) => {
    expect(await parse([...CHECK, ...args])).toEqual({
      name: 'contract check',
      args: ['f.yaml'],
      options: { against: 'a.b', mode: 'full', output: 'text', requestTimeout: 60 },
    });
  });

  it('take stdin, short options, and --report several times', async () => {
    expect(
      await parse([...CHECK, '-', '--against', 'a', '-o', 'json', '--report', 'junit=a', '--report=json=b']),
    ).toMatchObject({
      args: ['-'],
      options: {
        output: 'json',
        report: [
          { format: 'junit', file: 'a' },
          { format: 'json', file: 'b' },
        ],
      },
    });
  });

  it('a file whose name begins with a dash stands behind --', async () => {
    expect(await parse([...CHECK, '--against', 'a', '--', '--odd.yaml'])).toMatchObject({ args: ['--odd.yaml'] });
  });

  it('the --version of an export is not that of the program', async () => {
    expect(await parse(['contract', 'export', 'c', '--version', '3.2.0'])).toMatchObject({
      options: { version: '3.2.0', format: 'odcs-yaml' },
    });
  });

  it.each<[string, readonly string[], string]>([
    [
      'contract check',
      ['f', '--aginst', 'x'],
      "metadata-catalog: unknown option '--aginst'\n(Did you mean --against?)\n",
    ],
    ['contract check', ['f', '--zzz'], "metadata-catalog: unknown option '--zzz'\n"],
    ['contract check', ['f', '-x'], "metadata-catalog: unknown option '-x'\n"],
    ['contract check', ['f', '--against'], "metadata-catalog: option '--against <CONTRACT>' argument missing\n"],
    ['contract check', ['f', '--against', '--mode', 'full'], "option '--against <CONTRACT>' argument missing"],
    ['contract check', ['f', '--mode', 'full', '--mode', 'none'], "option '--mode <MODE>' is given twice"],
    ['contract check', ['f', '--allow-missing=yes'], "unknown option '--allow-missing=yes'"],
    ['contract check', ['f', '--against=a', '--mode', 'bakward'], 'Allowed choices are backward, forward, full, none.'],
    ['contract check', ['f', '--against=a', '--report', 'junit'], 'It is FORMAT=FILE, such as junit=report.xml'],
    ['contract check', ['f', '--against=a', '--report', 'xml=a'], 'with one of text, json, junit'],
    ['contract check', ['--against=a'], "metadata-catalog: missing required argument 'FILE'\n"],
    ['contract check', ['a', 'b', '--against=a'], 'Expected 1 argument but got 2.'],
    ['profile list', ['a'], 'Expected 0 arguments but got 1.'],
    ['contract export', ['c', '--output', 'json'], "unknown option '--output'"],
    ['contract validate', ['c', '--timeout=0'], 'It must be a whole number from 1 to 86400.'],
    ['contract validate', ['c', '--timeout=1.5'], 'It must be a whole number from 1 to 86400.'],
    ['contract validate', ['c', '--timeout=99999999999'], 'It must be a whole number from 1 to 86400.'],
    ['contract validate', ['c', '--timeout='], 'It must be a whole number from 1 to 86400.'],
    ['lineage export', ['a', '--up', '4'], 'It must be a whole number from 0 to 3, or all.'],
  ])('%s %j is refused', async (name, args, message) => {
    expect(await parse([...name.split(' '), ...args])).toContain(message);
  });
});

describe('the help', () => {
  it('names every command, and the exit codes', async () => {
    const program = (await parse(['--help'])) as string;
    for (const { name } of COMMANDS) {
      const [first = '', second] = name.split(' ');
      expect(program).toContain(`\n  ${first} `);
      if (second !== undefined) expect(await parse([first, '--help'])).toContain(`\n  ${second} `);
    }
    for (const code of [0, 1, 2, 3, 4]) expect(program).toContain(`\n  ${code}  `);
  });

  it.each(COMMANDS.map((spec) => [spec.name, spec] as const))(
    '%s: has every option, and examples that are right',
    async (name, spec) => {
      const text = await parse([...name.split(' '), '--help']);
      expect(await parse(['help', ...name.split(' ')])).toBe(text);
      for (const option of optionsOf(spec)) if (!option.hidden) expect(text).toContain(option.flags);
      expect(spec.examples.length).toBeGreaterThan(0);
      for (const example of spec.examples) {
        expect(text).toContain(`metadata-catalog ${example}`);
        const [, call = ''] = /(?:^|\| metadata-catalog )([^|<>]*)(?:[<>].*)?$/.exec(example) ?? [];
        const words = [...call.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
          (found) => found[1] ?? found[2] ?? found[3] ?? '',
        );
        expect(await parse(words)).toMatchObject({ name });
      }
    },
  );
});

describe('what a message says to run', () => {
  it.each([
    ['/usr/local/bin/metadata-catalog', 'metadata-catalog'],
    ['/repo/node_modules/.bin/metadata-catalog', 'metadata-catalog'],
    ['/repo/bin/metadata-catalog.cjs', 'node bin/metadata-catalog.cjs'],
    ['/other/bin/metadata-catalog.cjs', 'node /other/bin/metadata-catalog.cjs'],
    ['/repo/node_modules/jest/bin/jest.js', 'metadata-catalog'],
    [undefined, 'metadata-catalog'],
  ])('of %s is %s', (script, called) => {
    expect(calledAs(script, '/repo')).toBe(called);
  });
});

describe('a call that a message names', () => {
  it('stands as it is where a shell leaves it', () => {
    expect(commandCall('crawl', 'größen', '--table', 'a_b-1.c')).toBe(`${CALLED_AS} crawl größen --table a_b-1.c`);
    expect(commandCall('connect', '<service>')).toBe(`${CALLED_AS} connect <service>`);
  });

  it.each(['s.d."orders.csv"', 'auf träge', "o'clock", '$HOME `id` \\', 'a;b', '', '*', '<a b>', '~'])(
    'reaches the program with the name %j',
    (name) => {
      const words = commandCall('profile', name).slice(`${CALLED_AS} profile `.length);
      expect(execFileSync('sh', ['-c', `printf %s ${words}`]).toString()).toBe(name);
    },
  );
});
