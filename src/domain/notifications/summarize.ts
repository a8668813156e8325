import type { NotificationCause, NotificationCode, NotificationSubject } from '#contract/notifications.ts'

/**
 * Recipients: all other members, the admins, people who recently worked on these projects, the planners among them (all planners if there
 * are none), or these users.
 */
export type Audience =
  | 'members'
  | 'admins'
  | { readonly workedOn: readonly string[] }
  | { readonly plannersOf: string }
  | { readonly users: readonly string[] }

/** A notification before its recipients are known. */
export interface Announcement {
  readonly to: Audience
  readonly cause: Exclude<NotificationCause, { code: 'note' }>
  readonly subject: NotificationSubject | null
  /** A later notification with the same key replaces this one. */
  readonly key?: string
}

/** Above this number, the notifications of one kind in a transaction are merged. */
const maxSeparate = 5
const maxNamed = 3

const summaryCodes = {
  projectLate: 'projectsLate',
  projectRecovered: 'projectsRecovered',
  projectShipped: 'projectsShipped',
  operationAssigned: 'operationsAssigned',
  operationUnblocked: 'operationsUnblocked',
} as const satisfies Partial<Record<NotificationCode, NotificationCode>>

type OfProject = Extract<NotificationCause, { code: keyof typeof summaryCodes }>

const isOfProject = (cause: NotificationCause): cause is OfProject => cause.code in summaryCodes

const widest = (audiences: readonly Audience[]): Audience => {
  const projectIds = audiences.flatMap((to) => (typeof to === 'object' && 'workedOn' in to ? to.workedOn : []))
  return projectIds.length > 0 ? { workedOn: [...new Set(projectIds)] } : (audiences[0] ?? 'members')
}

const summaryOf = (several: readonly Announcement[], causes: readonly OfProject[]): Announcement[] => {
  const [first] = causes
  if (!first) return []
  const projects = new Map(
    causes.map(({ projectId, projectNumber, projectName }) => [projectId, { projectId, projectNumber, projectName }]),
  )
  return [
    {
      to: widest(several.map(({ to }) => to)),
      cause: {
        code: summaryCodes[first.code],
        count: causes.length,
        projects: [...projects.values()].slice(0, maxNamed),
      },
      subject: { kind: 'projects' },
    },
  ]
}

/** Replaces many notifications of one kind with one summary, so that a run or a bulk edit does not flood its recipients. */
export const summarize = (announcements: readonly Announcement[]): Announcement[] => {
  const byCode = Map.groupBy(announcements, ({ cause }) => cause.code)
  return [...byCode.values()].flatMap((several) => {
    const causes = several.map(({ cause }) => cause).filter(isOfProject)
    return several.length > maxSeparate && causes.length === several.length ? summaryOf(several, causes) : several
  })
}
