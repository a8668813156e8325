import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { KeyRound, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { ApiToken } from '#contract/api-tokens.ts'
import { mayMakeApiToken } from '#domain/access/api-token-scopes.ts'
import { revokeApiTokenMutation } from '#web/api/integrations/api-tokens.mutations.ts'
import { apiTokensQuery } from '#web/api/integrations/api-tokens.queries.ts'
import { lazyPart } from '#web/components/lazy-part.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { formatShipDate, formatShortDateTime } from '#web/lib/format-date.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { useActor } from '#web/stores/actor.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { toast } from '#web/ui/toast.tsx'
import { scopeWords } from './scope-words.ts'

const ApiTokenDialog = lazyPart(() => import('./api-token-dialog.tsx').then(({ ApiTokenDialog }) => ApiTokenDialog))

/** One token, with the button that revokes it. */
function TokenRow({ token, onRevoke }: { token: ApiToken; onRevoke: () => void }) {
  const dates = useDateSettings()
  const [nowMs] = useState(Date.now)
  const isExpired = Date.parse(token.expiresAt) <= nowMs
  const scope = mayMakeApiToken(useActor(), token.scope).ok
    ? scopeWords[token.scope]
    : 'Read-only, because you have view access'
  const used = token.lastUsedAt === null ? 'never used' : `last used ${formatShortDateTime(token.lastUsedAt, dates)}`
  return (
    <li className="flex min-h-13 items-center gap-3 px-3 py-2">
      <span className="text-ink-3">
        <KeyRound />
      </span>
      <div className="min-w-0 grow">
        <p className="truncate">{token.name}</p>
        <p className="text-ink-3 text-label tabular-nums">
          {scope}
          {token.mayApply && ` · may apply proposals of up to ${formatCount(token.mostMoved, 'operation')}`} ·{' '}
          {isExpired ? 'expired' : 'expires'} {formatShipDate(token.expiresAt, dates)} · {used}
        </p>
      </div>
      <Button size="small" aria-label={`Revoke ${token.name}`} onClick={onRevoke}>
        Revoke
      </Button>
    </li>
  )
}

/** The reader's API tokens in this organization. */
export function ApiTokensPanel() {
  const { data: tokens } = useSuspenseQuery(apiTokensQuery())
  const revoke = useMutation(revokeApiTokenMutation(useQueryClient()))
  const [asking, setAsking] = useState<ApiToken | null>(null)
  const [isCreating, setCreating] = useState(false)
  const confirm = () =>
    asking &&
    revoke.mutate(asking.tokenId, {
      onSuccess: () => toast.success('API token revoked'),
      onSettled: () => setAsking(null),
    })
  return (
    <Panel
      title="API tokens"
      actions={
        <Button size="small" icon={<Plus />} onClick={() => setCreating(true)}>
          New token
        </Button>
      }
    >
      {tokens.length > 0 && (
        <ul className="divide-y divide-line border-line border-b">
          {tokens.map((token) => (
            <TokenRow key={token.tokenId} token={token} onRevoke={() => setAsking(token)} />
          ))}
        </ul>
      )}
      <p id="api-tokens" className="scroll-mt-20 p-3 text-ink-3">
        With a token, your own programs read and change the plan in your name, in this organization only and with no
        more rights than you have. Changing your password revokes all of them.{' '}
        <a href="/api/docs" className="text-primary-text underline">
          API reference
        </a>
        {' · '}
        <Link to="/assistants" className="text-primary-text underline">
          Connect an assistant
        </Link>
      </p>
      {isCreating && (
        <Suspense fallback={null}>
          <ApiTokenDialog onClose={() => setCreating(false)} />
        </Suspense>
      )}
      <ConfirmDialog
        danger
        open={asking !== null}
        title={`Revoke ${asking?.name ?? ''}?`}
        confirmLabel="Revoke"
        busy={revoke.isPending}
        busyLabel="Revoking…"
        onConfirm={confirm}
        onCancel={() => setAsking(null)}
      >
        Programs that use it are refused from their next call.
      </ConfirmDialog>
    </Panel>
  )
}
