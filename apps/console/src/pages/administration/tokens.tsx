import { Button, CopyButton, Select, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { BusyButton } from '../../ui/buttons/busy-button';
import { makeToken, revokeToken, tokensQuery, type TokenLife } from '../../api/administration';
import { ListTable } from '../../ui/tables/list-table';
import { Loaded, Notice, Refusal } from '../../ui/states';
import { absoluteTime } from '../../ui/time';

const LIVES: readonly { readonly value: TokenLife; readonly label: string }[] = [
  { value: 'OneHour', label: 'an hour' },
  { value: '1', label: 'a day' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '60', label: '60 days' },
  { value: '90', label: '90 days' },
];

/** One's own tokens: a new one is shown once. */
export function Tokens() {
  const queries = useQueryClient();
  const query = useQuery(tokensQuery);
  const refresh = () => queries.invalidateQueries({ queryKey: tokensQuery.queryKey });
  const revoke = useMutation({ mutationFn: revokeToken, onSuccess: refresh });
  return (
    <div className="stack">
      <NewToken made={() => void refresh()} />
      <Refusal error={revoke.error} />
      <Loaded query={query}>
        {({ data }) => (
          <ListTable
            head={['Token', 'Ends', '']}
            none="You have no token"
            rows={data.map(({ tokenId, tokenName, expiryDate }) => [
              <strong key="name">{tokenName}</strong>,
              absoluteTime(expiryDate),
              <Button
                key="revoke"
                variant="default"
                size="xs"
                aria-label={`Revoke ${tokenName}, which ends ${absoluteTime(expiryDate)}`}
                onClick={() => revoke.mutate(tokenId)}
              >
                Revoke
              </Button>,
            ])}
          />
        )}
      </Loaded>
    </div>
  );
}

function NewToken({ made }: { readonly made: () => void }) {
  const [name, setName] = useState('');
  const [life, setLife] = useState<TokenLife>('30');
  const make = useMutation({ mutationFn: () => makeToken(name.trim(), life), onSuccess: made });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.mutate();
  };
  return (
    <form className="panel stack" onSubmit={submit}>
      <div className="row" style={{ alignItems: 'flex-end' }}>
        <TextInput
          label="Name of a new token"
          required
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Select
          label="Expires after"
          w={130}
          data={[...LIVES]}
          allowDeselect={false}
          value={life}
          onChange={(value) => setLife((value ?? '30') as TokenLife)}
        />
        <BusyButton type="submit" isBusy={make.isPending}>
          Create token
        </BusyButton>
      </div>
      <Refusal error={make.error} />
      {make.data && (
        <Notice tone="ok" icon="info">
          <p>Copy it now: it is not shown again.</p>
          <p className="mono fqn">{make.data.jwtToken}</p>
          <CopyButton value={make.data.jwtToken}>
            {({ copied, copy }) => (
              <Button variant="default" size="xs" mt={8} onClick={copy}>
                {copied ? 'Copied' : 'Copy'}
              </Button>
            )}
          </CopyButton>
        </Notice>
      )}
    </form>
  );
}
