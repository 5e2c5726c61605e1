import { PasswordInput, Select, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { changeConnection, connectSource, testConnection, type ConnectionKind } from '../../api/connection-kinds';
import type { DatabaseService } from '../../api/connections';
import { ApiError } from '../../api/service/api-error';
import { BusyButton } from '../../ui/buttons/busy-button';
import { AskBeforeLeaving } from '../../ui/dialogs/dialog';
import { FieldRefusal, Notice } from '../../ui/states';
import { toasts } from '../../ui/toasts/toasts';
import { Commands } from './commands';
import { connectCommand, connectionYaml, crawlCommand } from './connection-command';
import { ConnectionInputs, shownAt } from './connection-inputs';
import { Tried, useRunNow } from './tried';
import { useConnectionDraft, type ConnectionState, type Edited } from './use-connection-draft';

interface FormProps {
  readonly kinds: readonly ConnectionKind[];
  /** Absent: a new one. */
  readonly edited?: Edited;
}

/** A connection by the schema of its kind: tried, stored, and its source crawled. */
export function ConnectionForm({ kinds, edited }: FormProps) {
  const state = useConnectionDraft(kinds, edited);
  const { name, serviceType, fields, draft, config, stored } = state;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [made, setMade] = useState<DatabaseService>();
  const test = useMutation({ mutationFn: () => testConnection(serviceType, config ?? {}) });
  const tried = useRunNow(test.data);
  const save = useMutation({
    mutationFn: async () => {
      if (edited) {
        await changeConnection(edited.service, edited.etag, config ?? {});
        return edited.service;
      }
      return connectSource({ name: name.trim(), serviceType, config: config ?? {} }, made, setMade);
    },
    onSuccess: async ({ fullyQualifiedName: service }) => {
      await navigate({ to: '/connections', search: { service }, ignoreBlocker: true });
      toasts.add(
        edited ? 'The connection is stored, and being tested.' : 'The source is connected, and its crawl was started.',
      );
      await queries.invalidateQueries();
    },
  });
  const error = save.error ?? test.error;
  const obstacle = obstacleOf(state);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (obstacle !== undefined) return;
    if (edited) save.mutate();
    else test.mutate();
  };
  return (
    <div className="halves">
      {state.isChanged && !save.isSuccess && <AskBeforeLeaving what="The connection that you entered" />}
      <form className="stack" aria-label="Connection" style={{ gap: 14 }} onSubmit={submit}>
        <ConnectionString state={state} isNew={!edited} />
        {edited ? (
          <p style={{ margin: 0 }}>
            {serviceType} of the service <strong>{edited.service.displayName ?? edited.service.name}</strong>
          </p>
        ) : (
          <Identity state={state} kinds={kinds} isMade={made !== undefined} />
        )}
        <Driver kind={state.kind} />
        <ConnectionInputs
          fields={fields}
          draft={draft}
          stored={stored}
          error={error}
          failed={tried?.steps?.find(({ passed }) => !passed)}
          set={state.set}
        />
        <Outdated error={error} />
        {!isOutdated(error) && <FieldRefusal error={error} shown={shownAt(fields)} />}
        <div className="row">
          {!edited && (
            <BusyButton
              type="submit"
              variant={isConnected(tried?.status) ? 'default' : 'filled'}
              isBusy={test.isPending}
              disabled={obstacle !== undefined}
            >
              Test
            </BusyButton>
          )}
          <BusyButton
            type={edited ? 'submit' : 'button'}
            variant={edited || isConnected(tried?.status) ? 'filled' : 'default'}
            isBusy={save.isPending}
            disabled={obstacle !== undefined}
            {...(!edited && { onClick: () => save.mutate() })}
          >
            {edited ? 'Save and test' : 'Save and crawl'}
          </BusyButton>
          <span className="dimmed small">{obstacle}</span>
        </div>
      </form>
      <div className="stack">
        {tried && <Tried run={tried} />}
        <Commands
          commands={[
            {
              step: 'Connect and test',
              command: connectCommand({ name, serviceType, fields, draft, config: config ?? {} }),
            },
            { step: 'Crawl', command: crawlCommand(name) },
          ]}
          yaml={connectionYaml(serviceType, fields, config ?? {})}
          left={fields.filter(({ path, isHidden }) => isHidden && draft[path]).map(({ path }) => path)}
        />
      </div>
    </div>
  );
}

const isConnected = (status: string | undefined): boolean => status === 'Success';

/** Why it can be neither tried nor stored; undefined where it can. */
function obstacleOf({ missing, config }: ConnectionState): string | undefined {
  if (missing.length > 0) return `Missing: ${missing.join(', ')}`;
  return config === undefined ? 'One of the settings is not valid JSON' : undefined;
}

const isOutdated = (error: unknown): boolean => error instanceof ApiError && error.isOutdated;

function Outdated({ error }: { readonly error: unknown }) {
  if (!isOutdated(error)) return null;
  return (
    <Notice tone="part" icon="warning">
      <p>The service was changed by somebody else meanwhile. Load the page again to edit what is stored now.</p>
    </Notice>
  );
}

/** The worker loads the driver: where the API has none, the worker most probably has none as well. */
function Driver({ kind }: { readonly kind: ConnectionKind | undefined }) {
  if (!kind || (kind.driver.installed && !kind.preview)) return null;
  return (
    <Notice tone="part" icon="info">
      {!kind.driver.installed && (
        <p>
          The driver <span className="mono">{kind.driver.package}</span> is not installed. The worker needs it:{' '}
          <span className="mono">npm install {kind.driver.package}</span>
        </p>
      )}
      {kind.preview && <p>A preview: it was tried against no server of its own, and SQL of tests is not run.</p>}
    </Notice>
  );
}

interface StringProps {
  readonly state: ConnectionState;
  readonly isNew: boolean;
}

/** A string is taken apart when it is pasted or left; its password then stands in its own field alone. */
function ConnectionString({ state: { fill }, isNew }: StringProps) {
  const [text, setText] = useState('');
  const [taken, setTaken] = useState('');
  const [ignored, setIgnored] = useState<readonly string[]>([]);
  const [isOdd, setOdd] = useState(false);
  const take = (whole: string): boolean => {
    const read = whole.trim() === '' ? undefined : fill(whole);
    setOdd(whole.trim() !== '' && !read);
    setIgnored(read?.ignored ?? []);
    if (read) setText(read.shown);
    setTaken(read?.shown ?? '');
    return read !== undefined;
  };
  return (
    <PasswordInput
      label="Connection string (optional)"
      description="Such as postgresql://user:password@host:5432/database. It fills in the form"
      autoComplete="off"
      data-autofocus={isNew}
      aria-invalid={isOdd || ignored.length > 0}
      value={text}
      error={
        isOdd
          ? 'No connection string of a known kind'
          : ignored.length > 0
            ? `Not understood, and left out: ${ignored.join(', ')}`
            : undefined
      }
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onPaste={(event) => {
        if (take(event.clipboardData.getData('text'))) event.preventDefault();
      }}
      onBlur={() => text !== taken && take(text)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        take(text);
      }}
    />
  );
}

interface IdentityProps {
  readonly state: ConnectionState;
  readonly kinds: readonly ConnectionKind[];
  /** It is stored already, and cannot become another one. */
  readonly isMade: boolean;
}

function Identity({ state: { name, serviceType, setName, setType }, kinds, isMade }: IdentityProps) {
  const data = kinds.flatMap(({ serviceTypes, preview }) =>
    serviceTypes.map((value) => ({ value, label: preview ? `${value} (preview)` : value })),
  );
  return (
    <div className="row" style={{ alignItems: 'flex-end' }}>
      <Select
        label="Kind"
        w={220}
        searchable
        allowDeselect={false}
        disabled={isMade}
        data={data}
        value={serviceType}
        onChange={(value) => value !== null && value !== serviceType && setType(value)}
      />
      <TextInput
        label="Name"
        description="Of the source in the catalog, where its tables stand below it"
        required
        disabled={isMade}
        style={{ flex: 1, minWidth: 180 }}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
    </div>
  );
}
