import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CalendarFeedInput } from '#contract/calendar-feeds.ts'
import { errorSentence } from '#web/api/api-error.ts'
import { poolsQuery, workCentersQuery } from '#web/api/categories/categories.queries.ts'
import { createFeedMutation } from '#web/api/integrations/calendar-feeds.mutations.ts'
import { ShownOnceDialog } from '#web/components/shown-once/shown-once-dialog.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SelectField } from '#web/ui/select-field.tsx'

type CalendarFeedDialogProps = {
  /** The project to follow; without one the reader selects a work center. */
  project?: { projectId: string; title: string }
  onClose: () => void
}

const addressOf = (token: string | null) => (token === null ? '' : `${location.origin}/api/calendar/${token}.ics`)

/** The same address for the calendar app of this device, which is registered for `webcal`. */
const subscriptionOf = (token: string | null) => addressOf(token).replace(/^https?/, 'webcal')

/** Selects one work center or pool. */
function CenterField({ value, onChange }: { value: string; onChange: (categoryId: string) => void }) {
  const centers = useQuery(workCentersQuery()).data ?? []
  const pools = useQuery(poolsQuery()).data ?? []
  const options = (list: typeof centers) =>
    list.map(({ categoryId, name }) => (
      <option key={categoryId} value={categoryId}>
        {name}
      </option>
    ))
  return (
    <SelectField
      label="Work center"
      placeholder="Choose a work center"
      description="To follow one project instead, open its page."
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {options(centers)}
      {pools.length > 0 && <optgroup label="People and tools">{options(pools)}</optgroup>}
    </SelectField>
  )
}

/** Creates an address through which a calendar app follows the plan, and shows it once. */
export function CalendarFeedDialog({ project, onClose }: CalendarFeedDialogProps) {
  const create = useMutation(createFeedMutation(useQueryClient()))
  const [categoryId, setCategoryId] = useState('')
  const made = create.data
  if (made) {
    return (
      <ShownOnceDialog
        title={`Calendar of ${made.name ?? 'the plan'}`}
        description="Add this address to your calendar app as a subscription."
        label="Address"
        text={addressOf(made.linkToken)}
        hint="Anyone who has the address can read this calendar. It is shown only once."
        onClose={onClose}
      >
        <p className="mt-3 text-ink-3">
          <a href={subscriptionOf(made.linkToken)} className="text-primary-text underline">
            Open in your calendar app
          </a>
          . You can revoke it in your profile at any time.
        </p>
      </ShownOnceDialog>
    )
  }
  const body: CalendarFeedInput = project ? { projectId: project.projectId } : { categoryId }
  return (
    <Dialog
      open
      size="small"
      onOpenChange={(open) => open || onClose()}
      title="Follow in a calendar"
      description={
        project
          ? `Outlook, Google Calendar and others show the scheduled operations of ${project.title}, without signing in.`
          : 'Outlook, Google Calendar and others show the scheduled operations of a work center, without signing in.'
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={create.isPending}
            busyLabel="Creating…"
            disabledReason={!project && categoryId === '' && 'Choose a work center first'}
            onClick={() => create.mutate(body)}
          >
            Create address
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {create.error && <Alert>{errorSentence(create.error)}</Alert>}
        {!project && <CenterField value={categoryId} onChange={setCategoryId} />}
        <p>
          Anyone who has the address can read it, so share it only with people who may see this plan. It stops working
          when you revoke it or leave the organization.
        </p>
      </div>
    </Dialog>
  )
}
