import { groupBy } from '@app/common';
import type { Report, ReportCase } from './report';
import { withoutSteering } from './render-text';

/** The report in the form that CI servers read: testsuites, one testsuite a group, testcase with failure, error or skipped. */
export function renderJunit({ title, cases }: Report): string {
  const groups = groupBy(cases, ({ group }) => group);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${escaped(title)}" ${counts(cases)}>`,
    ...[...groups].flatMap(([group, members]) => [
      `  <testsuite name="${escaped(group)}" ${counts(members)}>`,
      ...members.flatMap(caseLines),
      '  </testsuite>',
    ]),
    '</testsuites>',
    '',
  ].join('\n');
}

function counts(cases: readonly ReportCase[]): string {
  const count = (outcome: ReportCase['outcome']): number => cases.filter((one) => one.outcome === outcome).length;
  const seconds = cases.reduce((sum, one) => sum + (one.seconds ?? 0), 0);
  return `tests="${cases.length}" failures="${count('failed')}" errors="${count('error')}" skipped="${count('skipped')}" time="${seconds.toFixed(3)}"`;
}

const ELEMENTS = { failed: 'failure', error: 'error', skipped: 'skipped' } as const;

function caseLines({ group, name, outcome, message = '', seconds = 0 }: ReportCase): string[] {
  const start = `    <testcase classname="${escaped(group)}" name="${escaped(name)}" time="${seconds.toFixed(3)}"`;
  if (outcome === 'passed') return [`${start}/>`];
  const element = ELEMENTS[outcome];
  const [first = ''] = message.split('\n');
  return [
    `${start}>`,
    `      <${element} message="${escaped(first)}">${escaped(message)}</${element}>`,
    '    </testcase>',
  ];
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** XML 1.0 has no way to write most control characters, halves of surrogate pairs, U+FFFE and U+FFFF: they become U+FFFD, as what would steer who reads it. */
function escaped(text: string): string {
  return withoutSteering(text)
    .replaceAll(/[\ufffe\uffff]|\p{Surrogate}/gu, '\ufffd')
    .replaceAll(/[&<>"]/g, (letter) => ENTITIES[letter] ?? letter)
    .replaceAll('\n', '&#10;')
    .replaceAll('\r', '&#13;')
    .replaceAll('\t', '&#9;');
}
