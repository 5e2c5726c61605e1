import { Checkbox } from '@mantine/core';
import type { SuggestedLine } from '../../api/governance/suggestions';
import { Table } from '../../ui/tables/table';
import { columnType, type Column } from '../../ui/text/column-type';
import { isColumnLine, lineText, withOrWithout } from './suggested-draft';

interface LinesProps {
  readonly legend: string;
  readonly lines: readonly SuggestedLine[];
  /** Paths of the lines that are in the contract. */
  readonly chosen: ReadonlySet<string>;
  readonly leftOut: ReadonlySet<string>;
  readonly leaveOut: (paths: ReadonlySet<string>) => void;
}

/** Suggested lines, each with the evidence for it and a tick. */
export function SuggestionLines({ legend, lines, chosen, leftOut, leaveOut }: LinesProps) {
  if (lines.length === 0) return null;
  const isIn = ({ path }: SuggestedLine): boolean => chosen.has(path);
  const areAll = lines.every(isIn);
  const chooseAll = (all: boolean) => {
    const others = [...leftOut].filter((path) => !lines.some((line) => line.path === path));
    leaveOut(new Set(all ? others : [...others, ...lines.map(({ path }) => path)]));
  };
  return (
    <fieldset className="panel stack">
      <legend>{legend}</legend>
      <Checkbox
        label={`All of ${legend.toLowerCase()}`}
        checked={areAll}
        indeterminate={!areAll && lines.some(isIn)}
        onChange={({ currentTarget }) => chooseAll(currentTarget.checked)}
      />
      <div
        className="table-scroll"
        style={{ maxHeight: 420 }}
        tabIndex={0}
        role="region"
        aria-label={`${legend} to choose from`}
      >
        <Table
          head={['Include', 'Evidence']}
          rows={lines.map((line) => [
            <Checkbox
              key="include"
              label={<span className="fqn">{lineText(line)}</span>}
              description={isColumnLine(line) ? columnType(line.value as Column) : undefined}
              checked={isIn(line)}
              // It is about a column that is left out.
              disabled={!isIn(line) && !leftOut.has(line.path)}
              onChange={({ currentTarget }) => leaveOut(withOrWithout(leftOut, line.path, !currentTarget.checked))}
            />,
            <span key="evidence" className="small">
              {line.evidence.map(({ text }) => text).join('; ')}
            </span>,
          ])}
          keyOf={(at) => lines[at]?.path ?? String(at)}
        />
      </div>
    </fieldset>
  );
}
