import { Button, Popover } from '@mantine/core';

const EXAMPLES: readonly (readonly [string, string])[] = [
  ['order', 'names and descriptions with this word, or a part of a name'],
  ['"order total"', 'these words, one behind the other'],
  ['ordrs~1', 'a word with one character wrong'],
  ['columns.name:email', 'assets with such a column'],
  ['contract.latestStatus:Failed', 'assets whose contract failed'],
  ['owners.name:commerce AND tier.tagFQN:Tier.Tier1', 'both'],
  ['cust* NOT deleted', 'begins like this, without that'],
  ['updatedAt:[2026-01-01 TO *]', 'changed since then'],
];

/** The language of the box, by examples. */
export function LanguageHelp() {
  return (
    <Popover position="bottom-end" width={440} shadow="md" withArrow>
      <Popover.Target>
        <Button variant="subtle">How to search</Button>
      </Popover.Target>
      <Popover.Dropdown>
        <dl className="stack small" style={{ gap: 8, margin: 0 }}>
          {EXAMPLES.map(([query, meaning]) => (
            <div key={query}>
              <dt className="mono">{query}</dt>
              <dd className="dimmed" style={{ margin: 0 }}>
                {meaning}
              </dd>
            </div>
          ))}
        </dl>
      </Popover.Dropdown>
    </Popover>
  );
}
