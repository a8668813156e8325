import { sql } from 'drizzle-orm'
import type { ChangedEvent } from '#contract/live-events.ts'
import type { PlanOutdated } from '#contract/tenant-settings.ts'
import type { Announcement } from '#domain/notifications/summarize.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { notify } from '../../db/notify.ts'
import { planPlacesAnything } from '../../db/operations-in-force.ts'
import { noteShopChange, type ShopChange, shopChangeOf } from '../../db/shop-changes.ts'
import { type Reversed, storeChangeSet } from './store-change-set.ts'
import { announceChanged, type Changed, type HistoryLine, storeHistory } from './store-history.ts'
import { type Note, storeNotifications, type Withdrawal } from './store-notifications.ts'

/** What a write says of itself; everything is stored and announced with its commit, or not at all. */
export interface Recorder {
  /** Adds an entry to the history: who, what, from what to what. */
  history(line: HistoryLine): void
  /** Says that this write takes back a change set, or puts it back, and so is none of its own. */
  reverses(reversed: Reversed): void
  /** Announces a change to every browser of the organization, as id and version. */
  changed(resource: ChangedEvent['resource'], item?: Changed): void
  /** Says that a run computed on what was there before is out of date (`tenants.plan_version`). */
  planChanged(): void
  /** The same for another plan that is in force from now on, and announces it; `change` says what differs in it. */
  planSwitched(change: ShopChange): void
  /** The same for working time and capacity, and marks the plan in use as out of date until everything is scheduled anew. */
  workingTimeChanged(code: PlanOutdated['code'], name: string): void
  /** Tells people, each in their own list and on their own screens; one that has a key takes the place of what was told under it. */
  notify(announcement: Announcement): void
  /** The same for what a colleague writes. */
  note(note: Note): void
  /** Takes back what was told and is no longer true. */
  withdraw(what: Withdrawal): void
}

/** A write under way, as its work gets it and hands it on: in whose name, in which transaction, and what it says of itself. */
export interface Write {
  readonly ctx: TenantContext
  readonly tx: Tx
  readonly record: Recorder
}

/** Channel on which jobs hear that a plan changed, or how its projects stand; their periodic rounds find what they missed. */
export const planChannel = 'plan_changes'

/** What shows dates. */
const ofEveryPlan = ['schedule', 'operations', 'projects'] as const

/**
 * Writes inside the context's organization: one transaction for the records, their history and the announcement
 * (NOTIFY is sent by the database at the commit, so nobody hears of what was rolled back).
 */
export const writeTenant = <T>(ctx: TenantContext, work: (write: Write) => Promise<T>): Promise<T> =>
  ctx.app.db.withTenant(ctx, (tx) => recorded(ctx, tx, work))

/**
 * The same through the system path, for the few records that are not one organization's own (users, memberships).
 * Nothing but the WHERE of its statements keeps it inside the organization.
 */
export const writeSystem = <T>(ctx: TenantContext, work: (write: Write) => Promise<T>): Promise<T> =>
  ctx.app.db.withSystem((tx) => recorded(ctx, tx, work))

const recorded = async <T>(ctx: TenantContext, tx: Tx, work: (write: Write) => Promise<T>): Promise<T> => {
  const lines: HistoryLine[] = []
  const changes = new Map<ChangedEvent['resource'], Changed[]>()
  const news = { announcements: [] as Announcement[], notes: [] as Note[], withdrawals: [] as Withdrawal[] }
  let reversed: Reversed | null = null
  let planTouched = false
  let outdated: PlanOutdated | null = null
  let inAnotherPlan: ShopChange | null = null
  const record: Recorder = {
    history: (line) => lines.push(line),
    reverses: (changeSet) => {
      reversed = changeSet
    },
    changed: (resource, item) => {
      const items = changes.get(resource) ?? []
      if (item) items.push(item)
      changes.set(resource, items)
    },
    planChanged: () => {
      planTouched = true
    },
    planSwitched: (change) => {
      planTouched = true
      inAnotherPlan = inAnotherPlan === null ? change : 'whole'
      for (const resource of ofEveryPlan) changes.set(resource, [])
    },
    workingTimeChanged: (code, name) => {
      planTouched = true
      outdated = { code, name, at: ctx.app.now().toISOString() }
    },
    notify: (announcement) => news.announcements.push(announcement),
    note: (note) => news.notes.push(note),
    withdraw: (what) => news.withdrawals.push(what),
  }
  const result = await work({ ctx, tx, record })
  // Asked together, so that the one connection need not wait for this thread between them.
  const [, , , isOutdated] = await Promise.all([
    storeHistory(ctx, tx, lines),
    storeChangeSet(ctx, tx, lines, reversed),
    planTouched ? notify(tx, planChannel, ctx.tenantId) : null,
    outdated ? markOutdated(ctx, tx, outdated) : false,
    storeNotifications(tx, { tenantId: ctx.tenantId, userId: ctx.userId, now: ctx.app.now() }, news),
  ])
  if (isOutdated) changes.set('organisation', [{ id: ctx.tenantId }])
  // Last, as it locks the organization's row until the commit.
  const note = { change: shopChangeOf(changes, inAnotherPlan), planTouched }
  await noteShopChange(tx, { tenantId: ctx.tenantId, now: ctx.app.now() }, note)
  await Promise.all([...changes].map(([resource, items]) => announceChanged(ctx, tx, resource, items)))
  return result
}

/** Without a planned operation there is no plan to be out of date. */
const markOutdated = async (ctx: TenantContext, tx: Tx, outdated: PlanOutdated): Promise<boolean> => {
  const { rows } = await tx.execute(sql`
    update tenants set plan_outdated = ${JSON.stringify(outdated)}::jsonb
    where tenant_id = ${ctx.tenantId} and ${planPlacesAnything}
    returning tenant_id`)
  return rows.length > 0
}
