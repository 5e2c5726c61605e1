import { Autocomplete, Button, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { namesQuery, type NamedType } from '../../api/names';

const LATEST = [
  { value: 'Failed', label: 'Failed' },
  { value: 'PartialSuccess', label: 'Partial success' },
  { value: 'Success', label: 'Success' },
  { value: 'Aborted', label: 'Aborted' },
  { value: 'Running', label: 'Running' },
  { value: 'Queued', label: 'Queued' },
];
const STATUSES = ['Draft', 'Active', 'Deprecated', 'In Review', 'Approved', 'Rejected', 'Unprocessed'];

type Name = 'status' | 'latest' | 'owner' | 'domain' | 'tag';

/** The filters of the list; all of them live in its address. */
export function Filters() {
  const search = useSearch({ from: '/inside/contracts' });
  const navigate = useNavigate({ from: '/contracts' });
  const set = (name: Name, value: string | undefined) =>
    void navigate({
      search: (now) => ({ ...now, after: undefined, before: undefined, [name]: value === '' ? undefined : value }),
    });
  const isFiltered = (['status', 'latest', 'owner', 'domain', 'tag'] as const).some((name) => search[name]);
  return (
    <form className="row" role="search" aria-label="Filter contracts" onSubmit={(event) => event.preventDefault()}>
      <Select
        label="Latest result"
        placeholder="Any"
        clearable
        w={160}
        data={LATEST}
        value={search.latest ?? null}
        onChange={(value) => set('latest', value ?? undefined)}
      />
      <Select
        label="Status"
        placeholder="Any"
        clearable
        w={170}
        data={STATUSES}
        value={search.status ?? null}
        onChange={(value) => set('status', value ?? undefined)}
      />
      <NameFilter label="Owner" types={['team', 'user']} value={search.owner} set={(value) => set('owner', value)} />
      <NameFilter label="Domain" types={['domain']} value={search.domain} set={(value) => set('domain', value)} />
      <NameFilter label="Tag" types={['tag', 'glossaryTerm']} value={search.tag} set={(value) => set('tag', value)} />
      {isFiltered && (
        <Button variant="subtle" mt={24} onClick={() => void navigate({ search: {} })}>
          Clear
        </Button>
      )}
    </form>
  );
}

interface NameFilterProps {
  readonly label: string;
  readonly types: readonly NamedType[];
  readonly value: string | undefined;
  readonly set: (value: string | undefined) => void;
}

const PAUSE_MS = 150;

/** A name that is completed while it is typed; it counts once it is chosen, or on Enter. */
function NameFilter({ label, types, value, set }: NameFilterProps) {
  const [text, setText] = useState(value ?? '');
  const [asked] = useDebouncedValue(text, PAUSE_MS);
  const { data = [] } = useQuery(namesQuery(types, asked));
  useEffect(() => setText(value ?? ''), [value]);
  return (
    <Autocomplete
      label={label}
      placeholder="Any"
      w={170}
      clearable
      data={data}
      value={text}
      onChange={(next) => {
        setText(next);
        if (next === '') set(undefined);
      }}
      onOptionSubmit={set}
      onKeyDown={({ key }) => key === 'Enter' && set(text.trim())}
      onBlur={() => text.trim() !== (value ?? '') && set(text.trim())}
    />
  );
}
