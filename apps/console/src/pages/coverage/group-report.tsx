import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { reportQuery, saveReport } from '../../api/coverage';
import type { GroupedBy } from '../../search-parameters';
import { ActionButton } from '../../ui/buttons/action-button';
import { Loaded, Message } from '../../ui/states';
import { DataTable } from '../../ui/tables/data-table';
import { GROUP_WORDS, reportColumns } from './report-columns';

interface GroupReportProps {
  readonly by: GroupedBy;
  readonly days: number;
}

/** Teams, domains, tiers or services with their coverage and how their contracts went, the worst first; also as a file. */
export function GroupReport({ by, days }: GroupReportProps) {
  const navigate = useNavigate({ from: '/coverage' });
  const query = useQuery(reportQuery(by, days));
  return (
    <section className="stack" aria-labelledby="group-report">
      <div className="row row-apart">
        <h2 id="group-report" style={{ margin: 0, fontSize: 17 }}>
          By {GROUP_WORDS[by].toLowerCase()}, worst first
        </h2>
        <div className="row">
          <SegmentedControl
            className="choices"
            aria-label="Group by"
            value={by}
            data={Object.entries(GROUP_WORDS).map(([value, label]) => ({ value, label }))}
            onChange={(chosen) => void navigate({ search: (now) => ({ ...now, by: chosen as GroupedBy }) })}
          />
          <ActionButton
            changes={[]}
            act={async () => {
              await saveReport(by, days);
              return { text: 'The report is saved as CSV.' };
            }}
          >
            Export CSV
          </ActionButton>
        </div>
      </div>
      <Loaded query={query} what="Counting contracts">
        {({ data }) =>
          data.length === 0 ? (
            <div className="panel">
              <Message icon="chart" title="There are no assets yet" />
            </div>
          ) : (
            <DataTable
              // Another grouping begins with its worst again.
              key={by}
              label={`By ${GROUP_WORDS[by].toLowerCase()}`}
              columns={reportColumns(by)}
              rows={data}
              keyOf={({ group }) => group?.id ?? ''}
            />
          )
        }
      </Loaded>
    </section>
  );
}
