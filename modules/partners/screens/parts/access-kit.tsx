/** The secret and all that goes with it: for the administrator who issued it, and for the developer who gets it. */

import { Anchor, Button, Group } from '@mantine/core';
import { Download } from 'lucide-react';
import { useLanguage, useText } from '../../../../console/src/i18n/text.ts';
import { saveText } from '../../../../console/src/parts/page/download.ts';
import { Card, Facts } from '../../../../console/src/parts/page/page.tsx';
import { CopyButton } from '../../../../console/src/parts/values/copy-button.tsx';
import { Code } from '../../../../console/src/parts/values/values.tsx';
import type { HandOverKit } from '../../contract/hand-over.ts';
import { Abilities } from './scopes.tsx';

interface Props {
  readonly kit: HandOverKit;
  /** The secret was copied or saved. */
  readonly onKept: () => void;
}

export function SecretCard({ kit, onKept }: Props) {
  const text = useText();
  const { client_id, client_secret } = kit;
  const save = () => {
    const heading = text.secret.file(kit.partner.replaceAll(/\s+/g, ' '));
    saveText(`timebank-${client_id}.txt`, kitFile(kit, heading));
    onKept();
  };
  return (
    <Card>
      <div className="secret-pair">
        <div>
          <p className="label">{text.secret.clientId}</p>
          <Code>{client_id}</Code>
        </div>
        <CopyButton value={client_id} thing={text.secret.clientIdName} />
      </div>
      <div className="secret-pair" onCopy={onKept}>
        <div>
          <p className="label">{text.secret.clientSecret}</p>
          <Code>{client_secret}</Code>
        </div>
      </div>
      <Group mt="md">
        <CopyButton
          primary
          value={client_secret}
          thing={text.secret.secretName}
          label={text.secret.copySecret}
          onCopied={onKept}
        />
        <Button variant="default" leftSection={<Download size={16} />} onClick={save}>
          {text.secret.download}
        </Button>
      </Group>
    </Card>
  );
}

export function KitCards({ kit, onKept }: Props) {
  const { text, format } = useLanguage();
  const access = useText().access;
  const line = curlLine(kit);
  const scopes = kit.scopes.length === 0 ? access.kit.noScopes : <Abilities scopes={kit.scopes} />;
  const mono = (value: string) => <span className="mono">{value}</span>;
  return (
    <>
      <Card title={access.kit.details} lead={access.kit.detailsLead}>
        <Facts
          items={[
            [access.kit.apiUrl, mono(kit.api_url)],
            [access.kit.tokenUrl, mono(kit.token_url)],
            [
              access.kit.docs,
              <Anchor key="docs" href={kit.docs_url} target="_blank" rel="noreferrer">
                {access.kit.docsLink}
              </Anchor>,
            ],
            [
              access.kit.addresses,
              kit.allowed_addresses.length === 0 ? access.kit.anywhere : mono(kit.allowed_addresses.join(', ')),
            ],
            [
              access.kit.rate,
              kit.rate_limit_per_minute === 0 ? access.kit.noLimit : format.number(kit.rate_limit_per_minute),
            ],
            [access.kit.expires, kit.secret_expires_at ? format.exact(kit.secret_expires_at) : access.kit.never],
            [access.kit.scopes, scopes],
          ]}
        />
      </Card>
      <Card
        title={text.secret.curl}
        lead={text.secret.curlLead}
        action={<CopyButton value={line} thing={text.secret.curlName} onCopied={onKept} />}
      >
        <div onCopy={onKept}>
          <Code block>{line}</Code>
        </div>
      </Card>
    </>
  );
}

// Texts for a partner's developer.

/** A line for a terminal; every part is safe between single quotes. */
function curlLine({ token_url, client_id, client_secret }: HandOverKit): string {
  const body = JSON.stringify({ grant_type: 'client_credentials', client_id, client_secret });
  return `curl -sS '${token_url}' -H 'Content-Type: application/json' -d '${body}'`;
}

/** The kit as a file: names and values as programs read them. */
function kitFile(kit: HandOverKit, heading: string): string {
  const lines = [
    `# ${heading}`,
    `api_url=${kit.api_url}`,
    `token_url=${kit.token_url}`,
    `docs_url=${kit.docs_url}`,
    `client_id=${kit.client_id}`,
    `client_secret=${kit.client_secret}`,
    `scopes=${kit.scopes.join(' ')}`,
    `allowed_addresses=${kit.allowed_addresses.join(' ')}`,
  ];
  return `${lines.join('\n')}\n`;
}
