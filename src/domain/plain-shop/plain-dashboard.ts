import { type Dashboard, dashboardRows } from '#contract/dashboard.ts'
import type { Project } from '#contract/projects.ts'
import { isNotPlaced } from '../forecast/operation-words.ts'
import { isProjectOpen } from '../forecast/project-words.ts'
import { byShipDate } from '../projects/by-ship-date.ts'
import { effectivePhase } from '../projects/effective-phase.ts'
import { localDay } from '../projects/local-day.ts'
import { type Beheld, completeProjects, isDone, msOf, operationsByProject, type PlainShop } from './plain-shop.ts'

const soonDays = 14

const rowOf = (project: Project): Dashboard['shipping'][number] => {
  const { projectId, projectNumber, projectName, priority, state, plannedShipDate, latenessDays, pastDueDays } = project
  const { projectedCompletionDate, projectedFrom } = project
  return {
    projectId,
    projectNumber,
    projectName,
    priority,
    phase: project.currentPhase,
    state,
    plannedShipDate,
    projectedCompletionDate,
    projectedFrom,
    forecastCompletionDate: null,
    latenessDays,
    pastDueDays,
    odds: null,
  }
}

/** The dashboard as far as it can be computed from projects and operations: without load, runs and activity. */
export const plainDashboard = (shop: PlainShop, beheld: Beheld): Dashboard => {
  const { nowMs, zone } = beheld
  const projects = completeProjects(shop, beheld).sort(byShipDate)
  const own = operationsByProject(shop)
  const today = localDay(nowMs, zone)
  const late = projects.filter(({ state }) => state === 'late')
  const pastDue = projects.filter(({ pastDueDays }) => pastDueDays !== null)
  const shipping = projects.filter(({ plannedShipDate, currentPhase }) => {
    const days = plannedShipDate === null ? -1 : localDay(Date.parse(plannedShipDate), zone) - today
    return days >= 0 && days <= soonDays && currentPhase !== 'shipped' && currentPhase !== 'cancelled'
  })
  const onHold = projects.filter(({ state }) => state === 'onHold')
  const notPlaced = projects.reduce((count, project) => {
    const projectOpen = isProjectOpen(effectivePhase(project))
    const without = (own.get(project.projectId) ?? []).filter((operation) =>
      isNotPlaced({ completed: isDone(operation), projectOpen, plannedEndMs: msOf(operation.scheduledEndDate) }),
    )
    return count + without.length
  }, 0)
  const explained = (list: readonly Project[]) =>
    list
      .slice(0, dashboardRows.late)
      .map((project) => ({ ...rowOf(project), mainCause: null, nextStep: null, remedy: null }))
  const now = new Date(nowMs).toISOString()
  return {
    now,
    timeZone: zone,
    projects: projects.length,
    figures: {
      late: late.length,
      pastDue: pastDue.length,
      unlikely: 0,
      shipsSoon: shipping.length,
      shipsSoonReady: shipping.filter(({ state }) => state === 'complete').length,
      stalled: 0,
      onHold: onHold.length,
      notPlaced,
      overCapacity: 0,
    },
    stalledAfterDays: 5,
    late: explained(late),
    pastDue: explained(pastDue),
    unlikely: [],
    shipping: shipping.slice(0, dashboardRows.shipping).map(rowOf),
    stalled: [],
    held: onHold.slice(0, dashboardRows.held).map(({ projectId, projectNumber, projectName }) => ({
      projectId,
      projectNumber,
      projectName,
      since: null,
    })),
    load: { timeZone: zone, now, weeks: [], workCenters: [] },
    lastRun: null,
    activity: [],
  }
}
