import { EXIT } from '../cli-error';
import { renderGithub } from './render-github';
import { renderJson } from './render-json';
import { renderJunit } from './render-junit';
import { renderMarkdown } from './render-markdown';
import { renderText } from './render-text';
import type { Report } from './report';

const REPORT: Report = {
  title: 'contract check orders.yaml',
  exitCode: EXIT.failed,
  summary: '2 changes, 1 breaking (backward)',
  sections: [
    {
      title: 'Changes',
      columns: ['class', 'place', 'reason'],
      rows: [
        { cells: ['breaking', 'schema.total', 'the column is removed'], tone: 'bad' },
        { cells: ['compatible', 'schema.a', 'added'], tone: 'good' },
      ],
    },
    { title: 'Nothing', columns: ['a'], rows: [] },
    { rows: [{ cells: ['orders.yaml:3:1: error: x'] }] },
  ],
  findings: [
    { level: 'error', title: 'breaking', message: 'the column is removed', file: 'orders.yaml', line: 3, column: 5 },
  ],
  cases: [
    { group: 'orders', name: 'schema.total', outcome: 'failed', message: 'removed\nfor good', seconds: 0.25 },
    { group: 'orders', name: 'schema.a', outcome: 'passed' },
    { group: 'customers', name: 'x', outcome: 'error', message: 'unreachable' },
    { group: 'customers', name: 'y', outcome: 'skipped', message: 'queued' },
  ],
  data: { compatible: false },
};

const withText = (text: string): Report => ({
  ...REPORT,
  title: text,
  summary: text,
  sections: [{ title: text, columns: [text], rows: [{ cells: [text] }] }],
  findings: [{ level: 'error', title: text, message: text, file: text, line: 1 }],
  cases: [{ group: text, name: text, outcome: 'failed', message: text }],
});

describe('text', () => {
  it('is aligned, leaves out what is empty, and ends with the verdict', () => {
    expect(renderText(REPORT, false)).toBe(
      [
        'contract check orders.yaml',
        '',
        'Changes',
        '  CLASS       PLACE         REASON',
        '  breaking    schema.total  the column is removed',
        '  compatible  schema.a      added',
        '',
        'orders.yaml:3:1: error: x',
        '',
        'FAILED  2 changes, 1 breaking (backward)',
        '',
      ].join('\n'),
    );
  });

  it('has colours only when they are asked for', () => {
    expect(renderText(REPORT, false)).not.toContain('\u001b');
    expect(renderText(REPORT, true)).toContain('\u001b[31mFAILED\u001b[0m');
  });

  it.each(Object.values(EXIT))('has a word for the exit code %d', (exitCode) => {
    expect(renderText({ ...REPORT, exitCode }, false)).toMatch(
      /\n(PASSED|FAILED|NOT USABLE|REFUSED|TIMED OUT) {2}2 changes/,
    );
  });

  it('no text of a catalog steers the terminal or turns its direction', () => {
    const text = renderText(withText('a\u001b[2Jb\u0007\u202e\nc'), false);
    // eslint-disable-next-line no-control-regex -- control characters are what it looks for
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
    expect(text).toContain('a�[2Jb�� c');
  });
});

describe('JSON', () => {
  it('has the verdict and the data', () => {
    expect(JSON.parse(renderJson(REPORT))).toEqual({
      command: 'contract check orders.yaml',
      exitCode: 1,
      summary: '2 changes, 1 breaking (backward)',
      compatible: false,
    });
  });
});

describe('JUnit', () => {
  it('has a suite a group, with counts and times', () => {
    expect(renderJunit(REPORT)).toBe(
      [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<testsuites name="contract check orders.yaml" tests="4" failures="1" errors="1" skipped="1" time="0.250">',
        '  <testsuite name="orders" tests="2" failures="1" errors="0" skipped="0" time="0.250">',
        '    <testcase classname="orders" name="schema.total" time="0.250">',
        '      <failure message="removed">removed&#10;for good</failure>',
        '    </testcase>',
        '    <testcase classname="orders" name="schema.a" time="0.000"/>',
        '  </testsuite>',
        '  <testsuite name="customers" tests="2" failures="0" errors="1" skipped="1" time="0.000">',
        '    <testcase classname="customers" name="x" time="0.000">',
        '      <error message="unreachable">unreachable</error>',
        '    </testcase>',
        '    <testcase classname="customers" name="y" time="0.000">',
        '      <skipped message="queued">queued</skipped>',
        '    </testcase>',
        '  </testsuite>',
        '</testsuites>',
        '',
      ].join('\n'),
    );
  });

  it('has nothing that XML 1.0 cannot hold', () => {
    const xml = renderJunit(withText('<a b="c">&\u0000\u001b\ud800\uffff]]>'));
    expect(xml).toContain('&lt;a b=&quot;c&quot;&gt;&amp;\ufffd\ufffd\ufffd\ufffd]]&gt;');
  });
});

describe('GitHub annotations', () => {
  it('name the place, and end with the summary', () => {
    expect(renderGithub(REPORT)).toBe(
      '::error file=orders.yaml,line=3,col=5,title=breaking::the column is removed\n' +
        '::error title=contract check orders.yaml::2 changes, 1 breaking (backward)\n',
    );
  });

  it('a pass ends with a notice', () => {
    expect(renderGithub({ ...REPORT, exitCode: EXIT.passed, findings: [] })).toMatch(/^::notice title=/);
  });

  it('no control or directional character of a text steers the log', () => {
    const [, line] = renderGithub(withText('a\u001b[2J\u0085\u202eb\tc')).trimEnd().split('\n');
    expect(line).toBe('::error title=a\ufffd[2J\ufffd\ufffdb\tc::a\ufffd[2J\ufffd\ufffdb\tc');
  });

  it('no text becomes a command or a property', () => {
    const lines = renderGithub(withText('a\n::set-output name=x::y,file=z%0A\r')).trimEnd().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toBe(
      '::error title=a%0A%3A%3Aset-output name=x%3A%3Ay%2Cfile=z%250A%0D::a%0A::set-output name=x::y,file=z%250A%0D',
    );
  });
});

describe('Markdown', () => {
  it('has tables and lists', () => {
    expect(renderMarkdown(REPORT)).toBe(
      [
        '## contract check orders.yaml',
        '',
        '**Failed**: 2 changes, 1 breaking (backward)',
        '',
        '### Changes',
        '',
        '| class | place | reason |',
        '| --- | --- | --- |',
        '| breaking | schema.total | the column is removed |',
        '| compatible | schema.a | added |',
        '',
        '- orders.yaml:3:1: error: x',
        '',
      ].join('\n'),
    );
  });

  it('text is no markup, no cell and no mention', () => {
    const text = renderMarkdown(withText('a|b\n<img> [x](y) @dana'));
    expect(text).toContain('| a\\|b \\<img\\> \\[x\\](y) @\u200bdana |');
  });
});
