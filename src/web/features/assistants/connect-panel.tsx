import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { assistantPath } from '#contract/assistants.ts'
import { CopiedText } from '#web/components/shown-once/copied-text.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SelectField } from '#web/ui/select-field.tsx'

const tokenHere = 'sch_YOUR_TOKEN'
const header = `Authorization: Bearer ${tokenHere}`

type ClientId = 'claudeCode' | 'cursor' | 'vsCode'

const inJson = (value: unknown): string => JSON.stringify(value, null, 2)
const server = (url: string) => ({ type: 'http', url, headers: { Authorization: `Bearer ${tokenHere}` } })

/** What each client wants to be told. */
const clients: Readonly<Record<ClientId, { label: string; where: string; text: (url: string) => string }>> = {
  claudeCode: {
    label: 'Claude Code',
    where: 'Run this in a terminal',
    text: (url) => `claude mcp add --transport http scheduler ${url} --header "${header}"`,
  },
  cursor: {
    label: 'Cursor and others with mcpServers',
    where: 'In mcp.json',
    text: (url) => inJson({ mcpServers: { scheduler: server(url) } }),
  },
  vsCode: {
    label: 'VS Code',
    where: 'In .vscode/mcp.json',
    text: (url) => inJson({ servers: { scheduler: server(url) } }),
  },
}

const clientIds: readonly ClientId[] = ['claudeCode', 'cursor', 'vsCode']
const options = clientIds.map((value) => ({ value, label: clients[value].label }))

/** The address, the header and the settings of common clients. */
export function ConnectPanel() {
  const [id, setId] = useState<ClientId>('claudeCode')
  const url = `${location.origin}${assistantPath}`
  const client = clients[id]
  return (
    <Panel title="How to connect">
      <div className="flex flex-col gap-4 p-3">
        <p className="text-ink-2">
          Any assistant that speaks the Model Context Protocol (streamable HTTP) can connect. It works in this
          organization in your name, with no more rights than you have.
        </p>
        <p className="text-ink-2">
          First{' '}
          <Link to="/settings" hash="api-tokens" className="text-primary-text underline">
            create an API token
          </Link>
          : “Read” to ask, “Read and plan” to propose. Applying proposals is off until you allow it for a token, within
          limits.
        </p>
        <CopiedText label="Address" named="Address" text={url} />
        <CopiedText label="Header" named="Header" text={header} />
        <SelectField
          label="Settings for"
          options={options}
          value={id}
          onChange={(event) => setId(clientIds.find((each) => each === event.target.value) ?? id)}
        />
        <CopiedText label={client.where} named="Settings" text={client.text(url)} isLong />
      </div>
    </Panel>
  )
}
