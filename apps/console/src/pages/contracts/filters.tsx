import { Button, Checkbox, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { SERVICE_TYPES } from '../../api/names';
import { NameFilter } from '../../ui/fields/name-filter';
import { CONTRACT_FILTERS, type ContractFilterName } from '../../search-parameters';

const LATEST = [
  { value: 'Failed', label: 'Failing' },
  { value: 'PartialSuccess', label: 'Some checks failing' },
  { value: 'Success', label: 'Passing' },
  { value: 'Aborted', label: 'Aborted' },
  { value: 'Running', label: 'Running' },
  { value: 'Queued', label: 'Queued' },
];
const STATUSES = ['Draft', 'Active', 'Deprecated', 'In Review', 'Approved', 'Rejected', 'Unprocessed'];

/** The filters of the list; all of them live in its address. */
export function Filters() {
  const search = useSearch({ from: '/inside/contracts' });
  const navigate = useNavigate({ from: '/contracts' });
  const set = (name: ContractFilterName, value: string | undefined) =>
    void navigate({
      search: (now) => ({ ...now, after: undefined, before: undefined, [name]: value === '' ? undefined : value }),
    });
  const isFiltered = search.mine === true || CONTRACT_FILTERS.some((name) => search[name]);
  return (
    <form className="filters" role="search" aria-label="Filter contracts" onSubmit={(event) => event.preventDefault()}>
      <TextFilter value={search.text} set={(value) => set('text', value)} />
      <Select
        label="Last result"
        placeholder="Any result"
        clearable
        data={LATEST}
        value={search.latest ?? null}
        onChange={(value) => set('latest', value ?? undefined)}
      />
      <Select
        label="Status"
        placeholder="Any status"
        clearable
        data={STATUSES}
        value={search.status ?? null}
        onChange={(value) => set('status', value ?? undefined)}
      />
      <NameFilter label="Owner" types={['team', 'user']} value={search.owner} set={(value) => set('owner', value)} />
      <NameFilter label="Domain" types={['domain']} value={search.domain} set={(value) => set('domain', value)} />
      <NameFilter label="Service" types={SERVICE_TYPES} value={search.service} set={(value) => set('service', value)} />
      <NameFilter label="Tier" types={['tag']} below="Tier" value={search.tier} set={(value) => set('tier', value)} />
      <NameFilter label="Tag" types={['tag', 'glossaryTerm']} value={search.tag} set={(value) => set('tag', value)} />
      <Checkbox
        label="Only mine"
        pb={8}
        checked={search.mine === true}
        onChange={({ currentTarget }) => {
          const mine = currentTarget.checked ? true : undefined;
          void navigate({ search: (now) => ({ ...now, after: undefined, before: undefined, mine }) });
        }}
      />
      {isFiltered && (
        <Button variant="subtle" w="max-content" onClick={() => void navigate({ search: {} })}>
          Clear
        </Button>
      )}
    </form>
  );
}

interface FilterProps {
  readonly value: string | undefined;
  readonly set: (value: string | undefined) => void;
}

/** A pause in typing after which the list follows it. */
const TYPING_MS = 300;

/** A part of the name of a contract or of its asset; the list follows while it is typed. */
function TextFilter({ value = '', set }: FilterProps) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const router = useRouter();
  const follow = useDebouncedCallback((next: string) => {
    // A reader who has followed a link since is on the way to another page, which may still be loading.
    if (router.latestLocation.pathname !== '/contracts') return;
    sent.current = next.trim();
    set(sent.current);
  }, TYPING_MS);
  // Only what comes from elsewhere, such as Clear: what was typed since must not be lost.
  useEffect(() => {
    if (value !== sent.current) setText(value);
    sent.current = value;
  }, [value]);
  return (
    <TextInput
      label="Name of contract or asset"
      placeholder="Part of a name"
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        follow(currentTarget.value);
      }}
    />
  );
}
