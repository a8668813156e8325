import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { Check, Circle, X } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useEffectEvent, useState } from 'react'
import { z } from 'zod/mini'
import type { Action } from '#contract/actions.ts'
import type { Dashboard } from '#contract/dashboard.ts'
import { withUsual } from '#contract/lenient-fields.ts'
import { categoriesQuery } from '#web/api/categories/categories.queries.ts'
import { tenantSettingsQuery } from '#web/api/tenants/tenant-settings.queries.ts'
import { usersQuery } from '#web/api/users/users.queries.ts'
import { holidaysQuery } from '#web/api/working-time/holidays.queries.ts'
import { shiftsQuery } from '#web/api/working-time/shifts.queries.ts'
import { AddSampleButton } from '#web/components/sample-shop/add-sample-button.tsx'
import { refusalOf, useActor, useRefusal } from '#web/stores/actor.ts'
import { readHabits, writeHabits } from '#web/stores/habits.ts'
import { useSession } from '#web/stores/session.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'

interface Step {
  readonly title: string
  readonly hint: string
  /** Undefined while unknown. */
  readonly isDone: boolean | undefined
  readonly link: StepLinkProps['link']
  /** The right that the page needs; absent if the page is open to the reader. */
  readonly action?: Action
  /** Another way to complete the step. */
  readonly other?: { readonly words: string; readonly link: StepLinkProps['link']; readonly action: Action }
}

type StepLinkProps = {
  link: Pick<LinkProps, 'to' | 'search'>
  /** Why the reader may not complete the step; null if they may. */
  refusal: string | null
  className: string
  children: string
}

const StepLink = ({ link, refusal, className, children }: StepLinkProps) =>
  refusal === null ? (
    <Link {...link} className={`${className} text-primary-text hover:underline`}>
      {children}
    </Link>
  ) : (
    <Tooltip content={refusal}>
      <button type="button" aria-disabled="true" className={`${className} text-left text-ink-off`}>
        {children}
      </button>
    </Tooltip>
  )

/** The setup steps of an admin, without which the plan is not accurate. */
const useSetupSteps = (): Step[] => {
  const settings = useQuery(tenantSettingsQuery()).data
  const shifts = useQuery(shiftsQuery()).data
  const holidays = useQuery(holidaysQuery()).data
  const categories = useQuery(categoriesQuery()).data
  const users = useQuery(usersQuery()).data
  return [
    {
      title: 'Time zone',
      hint: `Shifts and ship dates use it. Now: ${settings?.timeZone ?? '…'}`,
      isDone: settings && settings.timeZone !== 'UTC',
      link: { to: '/admin', search: { tab: 'settings' } },
    },
    {
      title: 'Shifts',
      hint: 'Without a shift pattern, the schedule assumes 24/7 operation',
      isDone: settings && settings.defaultShiftId !== null,
      link: { to: '/shift-patterns', search: shifts?.length === 0 ? { pattern: 'new' } : {} },
    },
    {
      title: 'Holidays',
      hint: 'From a template of your country, a calendar file, or by hand',
      isDone: holidays && holidays.length > 0,
      link: { to: '/holidays' },
    },
    {
      title: 'Work centers',
      hint: 'What limits your capacity: machines, bays, crews',
      isDone: categories && categories.length > 0,
      link: { to: '/shift-patterns', search: { tab: 'work-centers' } },
    },
    {
      title: 'People',
      hint: 'Invite planners; each gets a link to join',
      isDone: users && users.length > 1,
      link: { to: '/admin', search: { tab: 'users' } },
    },
  ]
}

/** Stored in this browser: the list was dismissed, or an organization (by id) has completed it. */
const FirstSteps = z.object({
  dismissed: withUsual(z.boolean(), false),
  complete: withUsual(z.array(z.string()), []),
})

type FirstStepsProps = { dashboard: Pick<Dashboard, 'projects' | 'lastRun'> }

type StepsPanelProps = FirstStepsProps & {
  setup: readonly Step[]
  onDismiss: () => void
  /** Called when everything is done, so that the list is not shown again. */
  onComplete: () => void
  children?: ReactNode
}

function StepsPanel(props: StepsPanelProps) {
  const { setup, onDismiss, onComplete, children } = props
  const { projects, lastRun } = props.dashboard
  const actor = useActor()
  const steps: readonly Step[] = [
    ...setup,
    {
      title: 'Projects',
      hint: 'Create one and paste its operations, or bring the whole list:',
      isDone: projects > 0,
      link: { to: '/projects', search: { edit: 'new' } },
      action: 'planProjects',
      other: {
        words: 'Import projects and operations from a spreadsheet or MS Project',
        link: { to: '/projects', search: { edit: 'import' } },
        action: 'importWork',
      },
    },
    {
      title: 'First schedule',
      hint: 'Schedule all gives every operation its dates',
      isDone: lastRun !== null,
      link: { to: '/schedule' },
    },
  ]
  const done = steps.filter(({ isDone }) => isDone).length
  const isComplete = done === steps.length
  // After the first run, the list is shown only if the state of all its steps is known.
  const isKnown = lastRun === null || steps.every(({ isDone }) => isDone !== undefined)
  const complete = useEffectEvent(onComplete)
  useEffect(() => {
    if (isComplete) complete()
  }, [isComplete])
  if (isComplete || !isKnown) return null
  return (
    <Panel
      title="First steps"
      meta={
        <span className="text-ink-3 text-label tabular-nums">
          {done} of {steps.length} done
        </span>
      }
      actions={<IconButton size="small" label="Dismiss the first steps" icon={<X />} onClick={onDismiss} />}
    >
      <ol className="flex flex-col">
        {steps.map(({ title, hint, isDone, link, action, other }) => (
          <li key={title} className="flex items-start gap-2 border-line border-b px-3 py-2 last:border-b-0">
            {isDone ? (
              <Check aria-label="Done" className="mt-0.5 size-3.5 shrink-0 text-ok-text" />
            ) : (
              <Circle aria-label="To do" className="mt-0.5 size-3.5 shrink-0 text-ink-3" />
            )}
            <span className="min-w-0">
              <StepLink link={link} refusal={action ? refusalOf(actor, action) : null} className="font-semibold">
                {title}
              </StepLink>
              <span className="block text-ink-3 text-label">{hint}</span>
              {other && (
                <StepLink link={other.link} refusal={refusalOf(actor, other.action)} className="block text-label">
                  {other.words}
                </StepLink>
              )}
            </span>
          </li>
        ))}
      </ol>
      {children}
    </Panel>
  )
}

/** The same list with the steps of admins. */
const AdminStepsPanel = (props: Omit<StepsPanelProps, 'setup' | 'children'>) => (
  <StepsPanel {...props} setup={useSetupSteps()}>
    <p className="flex flex-wrap items-center gap-2 border-line border-t px-3 py-2 text-ink-2 empty:hidden">
      <AddSampleButton />
    </p>
  </StepsPanel>
)

const noSetup: readonly Step[] = []

/** The steps of a new organization, until all of them are done or the reader dismisses the list. */
export function FirstStepsPanel({ dashboard }: FirstStepsProps) {
  const mayManage = useRefusal('manageShifts') === null
  const tenantId = useSession((session) => session.tenantId) ?? ''
  const [stored, setStored] = useState(() => readHabits('firstSteps', FirstSteps))
  const keep = useCallback((next: z.output<typeof FirstSteps>) => {
    writeHabits('firstSteps', next)
    setStored(next)
  }, [])
  if (stored.dismissed || stored.complete.includes(tenantId)) return null
  const shared = {
    dashboard,
    onDismiss: () => keep({ ...stored, dismissed: true }),
    onComplete: () => keep({ ...stored, complete: [...stored.complete, tenantId] }),
  }
  return mayManage ? <AdminStepsPanel {...shared} /> : <StepsPanel {...shared} setup={noSetup} />
}
