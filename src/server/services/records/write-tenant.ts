import { sql } from 'drizzle-orm'
import type { ChangedEvent } from '#contract/live-events.ts'
import type { PlanOutdated } from '#contract/tenant-settings.ts'
import { touchesPlan } from '#domain/changes/touches-plan.ts'
import type { Announcement } from '#domain/notifications/summarize.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { notifyAll } from '../../db/notify.ts'
import { planPlacesAnything } from '../../db/operations-in-force.ts'
import { noProject, noteShopChange, type ShopChange, shopChangeOf } from '../../db/shop-changes.ts'
import { queueWebhooks } from './queue-webhooks.ts'
import { diffFields, type Fields } from './record-fields.ts'
import { requireRights } from './require-rights.ts'
import { type Reversed, storeChangeSet } from './store-change-set.ts'
import { announcementOf, type Changed, type HistoryLine, type StagedHistory, storeHistory } from './store-history.ts'
import { type Note, storeNotifications, type Withdrawal } from './store-notifications.ts'
import { lockTenant } from './tenant-row.ts'

/** The resource of each kind of record whose history and announcement are written together. */
const resourceOf = {
  category: 'categories',
  shift: 'shifts',
  holiday: 'holidays',
  calendarException: 'holidays',
  holidayTemplate: 'holidayTemplates',
} as const

/**
 * Collects the effects of a write. All of them are stored and announced with its commit, or not at all. Every recorded effect
 * raises the change number of the organization, so that no cached answer is out of date (`http/answer-cache.ts`).
 */
export interface Recorder {
  /** Adds an entry to the history. A change that runs read makes earlier ones out of date (`tenants.plan_version`). */
  history(line: HistoryLine): void
  /** A record was written again without a change: history says nothing, but the caller needs the right to write it. */
  touched(line: Omit<HistoryLine, 'changes'>): void
  /**
   * Adds the history of a record and announces it. It is new without the fields `before`, and deleted without those `after`.
   * Returns what changed.
   */
  saved(
    entity: keyof typeof resourceOf,
    item: { id: string; version?: number },
    before: Fields | null,
    after: Fields | null,
  ): HistoryLine['changes']
  /** Adds staged entries to the history. The write records each of them too, for its summary. */
  stagedHistory(staged: StagedHistory): void
  /** Marks this write as the undo or redo of a change set, so that it does not create a change set. */
  reverses(reversed: Reversed): void
  /** Announces a changed record to every browser of the organization, by id and version. */
  changed(resource: ChangedEvent['resource'], item?: Changed): void
  /** Announces another plan in force, which makes earlier runs out of date. `change` names the differences in it. */
  planSwitched(change: ShopChange): void
  /** Working time or capacity changed, which makes earlier runs out of date. Also marks the plan in force as out of date until everything is scheduled again. */
  workingTimeChanged(code: PlanOutdated['code'], name: string): void
  /** The plan of this write was computed with the working time that it changes, so it is not out of date. */
  workingTimeFollowed(): void
  /** Notifies people. A notification with a key replaces earlier ones with the same key. */
  notify(announcement: Announcement): void
  /** The same for a note from a colleague. */
  note(note: Note): void
  /** Removes notifications that are no longer true. */
  withdraw(what: Withdrawal): void
}

/** A running write: its context, its transaction, and the recorder of its effects. */
export interface Write {
  readonly ctx: TenantContext
  readonly tx: Tx
  readonly record: Recorder
}

/** Channel on which jobs hear that a plan or the state of its projects changed. Their periodic rounds find missed changes. */
export const planChannel = 'plan_changes'

/** Resources that show dates of the plan. */
const ofEveryPlan = ['schedule', 'operations', 'projects'] as const

/**
 * Writes inside the organization of the context, with one transaction for the records, their history and the
 * announcement. The writes of an organization run one after the other. The database sends NOTIFY at the commit, so a rolled back
 * write is not announced.
 */
export const writeTenant = <T>(ctx: TenantContext, work: (write: Write) => Promise<T>): Promise<T> =>
  ctx.app.db.withTenant(ctx, (tx) => recorded(ctx, tx, work))

/**
 * The same through the system path, for the few records that do not belong to one organization (users, memberships).
 * Only the WHERE clauses of its statements keep it inside the organization.
 */
export const writeSystem = <T>(ctx: TenantContext, work: (write: Write) => Promise<T>): Promise<T> =>
  ctx.app.db.withSystem((tx) => recorded(ctx, tx, work))

const recorded = async <T>(ctx: TenantContext, tx: Tx, work: (write: Write) => Promise<T>): Promise<T> => {
  const lines: HistoryLine[] = []
  const touched: HistoryLine[] = []
  const changes = new Map<ChangedEvent['resource'], Changed[]>()
  const news = { announcements: [] as Announcement[], notes: [] as Note[], withdrawals: [] as Withdrawal[] }
  let reversed: Reversed | null = null
  let staged: StagedHistory | null = null
  let outdatesRuns = false
  let outdated: PlanOutdated | null = null
  let inAnotherPlan: ShopChange | null = null
  const record: Recorder = {
    history: (line) => lines.push(line),
    touched: (line) => touched.push({ ...line, changes: [] }),
    saved: (entity, item, before, after) => {
      const action = before === null ? 'create' : after === null ? 'delete' : 'update'
      const diff = diffFields(before, after)
      if (action !== 'update' || diff.length > 0) record.history({ entity, entityId: item.id, action, changes: diff })
      record.changed(resourceOf[entity], item)
      return diff
    },
    stagedHistory: (entries) => {
      staged = entries
    },
    reverses: (changeSet) => {
      reversed = changeSet
    },
    changed: (resource, item) => {
      const items = changes.get(resource) ?? []
      if (item) items.push(item)
      changes.set(resource, items)
    },
    planSwitched: (change) => {
      outdatesRuns = true
      inAnotherPlan = inAnotherPlan === null ? change : 'whole'
      for (const resource of ofEveryPlan) changes.set(resource, [])
    },
    workingTimeChanged: (code, name) => {
      outdatesRuns = true
      outdated = { code, name, at: ctx.app.now().toISOString() }
    },
    workingTimeFollowed: () => {
      outdated = null
    },
    notify: (announcement) => news.announcements.push(announcement),
    note: (note) => news.notes.push(note),
    withdraw: (what) => news.withdrawals.push(what),
  }
  await lockTenant(ctx, tx)
  const result = await work({ ctx, tx, record })
  await requireRights(ctx, tx, [...lines, ...touched])
  // Sent together, so that the single connection does not wait for this thread between the statements.
  const [, , isOutdated] = await Promise.all([
    storeHistory(ctx, tx, lines, staged),
    storeChangeSet(ctx, tx, lines, reversed),
    outdated ? markOutdated(ctx, tx, outdated) : false,
    storeNotifications(tx, { tenantId: ctx.tenantId, userId: ctx.userId, now: ctx.app.now() }, news),
    queueWebhooks(tx, { tenantId: ctx.tenantId, now: ctx.app.now() }, news.announcements),
  ])
  if (isOutdated) changes.set('organisation', [{ id: ctx.tenantId }])
  const planTouched = outdatesRuns || lines.some(touchesPlan)
  const isRecorded = changes.size > 0 || lines.length > 0
  const change = shopChangeOf(changes, inAnotherPlan) ?? (isRecorded ? noProject : null)
  await noteShopChange(tx, { tenantId: ctx.tenantId, now: ctx.app.now() }, { change, planTouched })
  await notifyAll(tx, [
    ...(planTouched ? [{ channel: planChannel, payload: ctx.tenantId }] : []),
    ...[...changes].map(([resource, items]) => announcementOf(ctx, resource, items)),
  ])
  return result
}

/** Marks the plan as out of date, but only if it contains a planned operation. */
const markOutdated = async (ctx: TenantContext, tx: Tx, outdated: PlanOutdated): Promise<boolean> => {
  const { rows } = await tx.execute(sql`
    update tenants set plan_outdated = ${JSON.stringify(outdated)}::jsonb
    where tenant_id = ${ctx.tenantId} and ${planPlacesAnything}
    returning tenant_id`)
  return rows.length > 0
}
