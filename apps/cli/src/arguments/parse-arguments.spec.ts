import { CliError } from '../cli-error';
import { COMMANDS } from '../command-list';
import type { CommandSpec } from './command-spec';
import { commandHelp, programHelp } from './help';
import { meant, nearWord } from './near-word';
import { parseArguments } from './parse-arguments';
import { optionsOf } from './shared-options';

const named = (name: string): CommandSpec => COMMANDS.find((spec) => spec.name === name)!;
const check = named('contract check');

function refusal(spec: CommandSpec, args: readonly string[]): string {
  try {
    parseArguments(spec, args);
  } catch (error) {
    if (error instanceof CliError && error.exitCode === 2) return error.message;
    throw error;
  }
  throw new Error('these arguments were taken');
}

describe('the arguments of a command', () => {
  it.each<[readonly string[]]>([
    [['f.yaml', '--against', 'a.b', '--mode=full']],
    [['--mode', 'full', '--against=a.b', 'f.yaml']],
    [['--against', 'a.b', '--mode', 'full', '--', 'f.yaml']],
  ])('are read in any order: %j', (args) => {
    const { positionals, options } = parseArguments(check, args);
    expect([positionals, options.text('against'), options.text('mode'), options.flag('allow-missing')]).toEqual([
      ['f.yaml'],
      'a.b',
      'full',
      false,
    ]);
  });

  it('take stdin, short options, and an option several times where it may stand so', () => {
    const { positionals, options } = parseArguments(check, [
      '-',
      '-o',
      'json',
      '--report',
      'junit=a',
      '--report=json=b',
    ]);
    expect([positionals, options.text('output'), options.texts('report')]).toEqual([
      ['-'],
      'json',
      ['junit=a', 'json=b'],
    ]);
  });

  it('a file whose name begins with a dash stands behind --', () => {
    expect(parseArguments(check, ['--', '--odd.yaml']).positionals).toEqual(['--odd.yaml']);
  });

  it.each<[string, readonly string[], string]>([
    ['contract check', ['f', '--aginst', 'x'], 'there is no option --aginst; did you mean --against?'],
    ['contract check', ['f', '--zzz'], 'there is no option --zzz'],
    ['contract check', ['f', '-x'], 'there is no option -x'],
    ['contract check', ['f', '--against'], '--against needs a value: --against CONTRACT'],
    ['contract check', ['f', '--against', '--mode', 'full'], '--against needs a value: --against CONTRACT'],
    ['contract check', ['f', '--mode', 'full', '--mode', 'none'], '--mode is given twice'],
    ['contract check', ['f', '--allow-missing=yes'], '--allow-missing is a switch and takes no value'],
    ['contract check', [], 'contract check needs FILE'],
    ['contract check', ['a', 'b'], 'contract check takes one FILE; got "b" too'],
    ['profile list', ['a'], 'profile list takes no arguments; got "a"'],
    ['contract export', ['c', '--output', 'json'], 'there is no option --output; did you mean --output-file?'],
  ])('%s %j is refused', (name, args, message) => {
    expect(refusal(named(name), args)).toBe(message);
  });

  it.each<[string, string]>([
    ['0', '--timeout must be a whole number from 1 to 86400; got "0"'],
    ['1.5', '--timeout must be a whole number from 1 to 86400; got "1.5"'],
    ['99999999999', '--timeout must be a whole number'],
    ['', '--timeout must be a whole number'],
  ])('a number must be one in its range: %j', (text, message) => {
    const { options } = parseArguments(named('contract validate'), ['c', `--timeout=${text}`]);
    expect(() => options.integer('timeout', { least: 1, most: 86_400, fallback: 60 })).toThrow(message);
  });

  it('a word must be one of its list', () => {
    const { options } = parseArguments(check, ['f', '--mode', 'bakward']);
    expect(() => options.word('mode', ['backward', 'forward'], 'backward')).toThrow('did you mean backward?');
  });
});

describe('near words', () => {
  it.each([
    ['lnit', 'lint'],
    ['LINT', 'lint'],
    ['exprt', 'export'],
    ['xyzzy', undefined],
    ['', undefined],
  ])('%s is near %s', (wrong, right) => {
    expect(nearWord(wrong, ['lint', 'check', 'export'])).toBe(right);
  });

  it('say nothing where nothing is near', () => expect(meant('zzzzzz', ['lint'])).toBe(''));
});

describe('the help', () => {
  it('names every command, and the exit codes', () => {
    const text = programHelp(COMMANDS);
    for (const { name } of COMMANDS) expect(text).toContain(`  ${name} `);
    for (const code of [0, 1, 2, 3, 4]) expect(text).toContain(`\n  ${code}  `);
  });

  it.each(COMMANDS.map((spec) => [spec.name, spec] as const))(
    '%s: has every option, and examples that are right',
    (_, spec) => {
      const text = commandHelp(spec);
      for (const { name } of optionsOf(spec)) expect(text).toContain(`--${name}`);
      expect(spec.examples.length).toBeGreaterThan(0);
      for (const example of spec.examples) {
        const [, call = ''] = /(?:^|\| metadata-catalog )([^|<>]*)(?:[<>].*)?$/.exec(example) ?? [];
        const words = [...call.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
          (found) => found[1] ?? found[2] ?? found[3] ?? '',
        );
        const name = spec.name.split(' ');
        expect(words.slice(0, name.length)).toEqual(name);
        expect(() => parseArguments(spec, words.slice(name.length))).not.toThrow();
      }
    },
  );

  it('has no option twice', () => {
    for (const spec of COMMANDS) {
      const names = optionsOf(spec).flatMap(({ name, short }) => [name, short ?? name]);
      expect(new Set(names).size).toBe(
        new Set(optionsOf(spec).map(({ name }) => name)).size + optionsOf(spec).filter(({ short }) => short).length,
      );
    }
  });
});
