import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Check, Link2, Star, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { z } from 'zod/mini'
import { RequiredLine } from '#contract/fields.ts'
import type { Proposal } from '#contract/proposals.ts'
import { roleOf } from '#domain/access/permissions.ts'
import { mayMake } from '#domain/access/proposed-changes.ts'
import { applyProposalMutation, discardProposalMutation, nameProposalMutation } from '#web/api/proposals.mutations.ts'
import { tenantSettingsQuery } from '#web/api/tenant-settings.queries.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { requestUndo } from '#web/components/undo/undo.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { useSession } from '#web/stores/session.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { notMine } from './proposal-words.ts'

const copyLink = async () => {
  try {
    await navigator.clipboard.writeText(location.href)
    toast.success('Link copied')
  } catch {
    toast.info('Copy the address of this page')
  }
}

const disabledReasons = {
  current: null,
  stale: 'The plan changed meanwhile. Refresh the preview.',
  applied: 'It has been applied already',
} as const

/** Until those of the organization are known. The server refuses, where it must. */
const usualRights = { plannersChangeWorkingTime: true }

/** The buttons of a proposal: keep it, share it, drop it, or make it the plan. */
export function ProposalActions({ proposal }: { proposal: Proposal }) {
  const client = useQueryClient()
  const router = useRouter()
  const { proposalId, name, state, isMine } = proposal
  const rights = useQuery(tenantSettingsQuery()).data
  const decision = mayMake(roleOf(useSession()), proposal.changes, rights ?? usualRights)
  const [isNaming, setNaming] = useState(false)
  const apply = useMutation({
    ...applyProposalMutation(client),
    onSuccess: ({ changeId, changedOperations }) =>
      toast.success(`Applied: ${formatCount(changedOperations, 'operation')} moved`, {
        ...(changeId && {
          action: { label: 'Undo', onClick: () => void requestUndo({ verb: 'undo', changeId }) },
        }),
      }),
  })
  const discard = useMutation({
    ...discardProposalMutation(client),
    onSuccess: async (...answered) => {
      await discardProposalMutation(client).onSuccess?.(...answered)
      toast.info('Proposal discarded. Nothing has changed.')
      if (router.history.canGoBack()) router.history.back()
      else await router.navigate({ to: '/proposals' })
    },
  })
  return (
    <>
      <IconButton variant="default" icon={<Link2 />} label="Copy link" onClick={() => void copyLink()} />
      <Button icon={<Star />} disabledReason={!isMine && notMine} onClick={() => setNaming(true)}>
        {name === '' ? 'Keep' : 'Rename'}
      </Button>
      <Button
        icon={<Trash2 />}
        busy={discard.isPending}
        disabledReason={!isMine && notMine}
        onClick={() => discard.mutate(proposalId)}
      >
        Discard
      </Button>
      <Button
        variant="primary"
        icon={<Check />}
        busy={apply.isPending}
        busyLabel="Applying…"
        disabledReason={disabledReasons[state] ?? (!decision.ok && decision.reason)}
        onClick={() => apply.mutate(proposal)}
      >
        Apply
      </Button>
      {isNaming && <NameDialog proposal={proposal} onClose={() => setNaming(false)} />}
    </>
  )
}

const NameInput = z.object({ name: RequiredLine('Name', 100) })

function NameDialog({ proposal, onClose }: { proposal: Proposal; onClose: () => void }) {
  const rename = useMutation(nameProposalMutation(useQueryClient()))
  const { submit, field, ...frame } = useContractForm({
    schema: NameInput,
    values: { name: proposal.name || proposal.title },
  })
  const save = async ({ name }: { name: string }) => {
    await rename.mutateAsync({ proposalId: proposal.proposalId, name })
    onClose()
  }
  return (
    <FormDialog
      size="small"
      title={proposal.name === '' ? 'Keep proposal' : 'Rename proposal'}
      description="Colleagues find it under its name, and can compare it with other proposals."
      submitLabel="Keep"
      busyLabel="Saving…"
      frame={frame}
      onSubmit={submit(save)}
      onClose={onClose}
    >
      <TextField label="Name" required {...field('name')} />
    </FormDialog>
  )
}
