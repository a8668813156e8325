import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Link2, Redo2, Star, Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { z } from 'zod/mini'
import { RequiredLine } from '#contract/fields.ts'
import type { AppliedChange, Proposal, ProposalDetails } from '#contract/proposals.ts'
import { discardProposalMutation, nameProposalMutation } from '#web/api/schedule/proposals.mutations.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { ApplyButton } from '#web/components/proposals/apply-button.tsx'
import { notMine } from '#web/components/proposals/proposal-words.ts'
import { useProposalRights } from '#web/components/proposals/use-proposal-rights.ts'
import { requestUndo } from '#web/components/undo/undo.ts'
import { useRefusal } from '#web/stores/actor.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'

const copyLink = async () => {
  try {
    await navigator.clipboard.writeText(location.href)
    toast.success('Link copied')
  } catch {
    toast.info('Copy the link from the address bar')
  }
}

/** Undoes an applied proposal with its changes, or redoes it. */
function SwitchBack({ change, proposal }: { change: AppliedChange; proposal: ProposalDetails }) {
  const { changeId, isUndone, canSwitch } = change
  const verb = isUndone ? 'redo' : 'undo'
  const { toUndo } = useProposalRights(proposal)
  return (
    <Button
      icon={isUndone ? <Redo2 /> : <Undo2 />}
      disabledReason={toUndo ?? (!canSwitch && `It can no longer be ${isUndone ? 'redone' : 'undone'}`)}
      onClick={() => void requestUndo({ verb, changeId })}
    >
      {isUndone ? 'Redo' : 'Undo'}
    </Button>
  )
}

/** The buttons of a proposal: keep, share, discard, apply, or undo. */
export function ProposalActions({ proposal }: { proposal: ProposalDetails }) {
  const { name, state, isMine, appliedChange } = proposal
  const [isNaming, setNaming] = useState(false)
  const toTry = useRefusal('tryPlans')
  return (
    <>
      <IconButton variant="default" icon={<Link2 />} label="Copy link" onClick={() => void copyLink()} />
      <Button icon={<Star />} disabledReason={toTry ?? (!isMine && notMine)} onClick={() => setNaming(true)}>
        {name === '' ? 'Keep' : 'Rename'}
      </Button>
      {state !== 'applied' && <Decision proposal={proposal} />}
      {appliedChange && <SwitchBack change={appliedChange} proposal={proposal} />}
      {isNaming && <NameDialog proposal={proposal} onClose={() => setNaming(false)} />}
    </>
  )
}

/** Discards a proposal that is not applied, or applies it. */
function Decision({ proposal }: { proposal: ProposalDetails }) {
  const client = useQueryClient()
  const router = useRouter()
  const { proposalId, isMine } = proposal
  const toTry = useRefusal('tryPlans')
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
      <Button
        icon={<Trash2 />}
        busy={discard.isPending}
        disabledReason={toTry ?? (!isMine && notMine)}
        onClick={() => discard.mutate(proposalId)}
      >
        Discard
      </Button>
      <ApplyButton proposal={proposal} />
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
