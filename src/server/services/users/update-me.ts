import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { ChangedEvent } from '#contract/live-events.ts'
import type { Preferences, PreferencesInput, ProfileInput, Settings, SettingsInput, User } from '#contract/users.ts'
import type { SessionContext } from '../../context.ts'
import { announceTo } from '../../db/announce-notifications.ts'
import type { Tx } from '../../db/database.ts'
import { notify } from '../../db/notify.ts'
import { users } from '../../db/tables/users.table.ts'
import { changesChannel } from '../../db/transaction.ts'
import { UnauthenticatedError } from '../../errors.ts'
import type { LiveSession } from '../sessions/load-session.ts'
import { findUser } from './find-user.ts'
import { presentUser, settingsOf } from './present-user.ts'

type Row = typeof users.$inferSelect

/** Tells my other tabs, and of a new name everybody in the organisation. */
const announce = async (ctx: SessionContext, tx: Tx, session: LiveSession, toAll: boolean): Promise<void> => {
  if (!session.tenant) return
  const { tenantId } = session.tenant
  const event: ChangedEvent = {
    type: 'changed',
    resource: 'users',
    items: [{ id: ctx.userId }],
    clientId: ctx.clientId,
  }
  if (toAll) await notify(tx, changesChannel, JSON.stringify({ tenantId, event }))
  else await announceTo(tx, tenantId, [ctx.userId], event)
}

const change = (ctx: SessionContext, session: LiveSession, to: (user: Row) => Partial<Row>): Promise<User> =>
  ctx.app.db.withSystem(async (tx) => {
    const [user] = await lockMe(tx, ctx.userId)
    if (!user) throw new UnauthenticatedError()
    const changes = to(user)
    if (Object.keys(changes).length > 0) {
      await tx.update(users).set(changes).where(eq(users.userId, ctx.userId))
      await announce(ctx, tx, session, !('settings' in changes || 'preferences' in changes))
    }
    const row = await findUser(tx, session.tenant?.tenantId ?? null, ctx.userId)
    if (!row) throw new UnauthenticatedError()
    return presentUser(row)
  })

const lockMe = (tx: Tx, userId: string) => tx.select().from(users).where(eq(users.userId, userId)).for('update')

/** Drops the fields that were not sent, so that they stay as they are. */
const given = <T extends object>(input: T): Partial<T> =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as Partial<T>

/** Changes my name, display name and picture. */
export const putProfile = (
  ctx: SessionContext,
  { session, profile }: { session: LiveSession; profile: z.infer<typeof ProfileInput> },
): Promise<User> =>
  change(ctx, session, () => {
    const { name, displayName, avatarUrl } = profile
    return given({ name, displayName, avatarUrl })
  })

/** Changes the preferences sent; the others stay. */
export const putPreferences = (
  ctx: SessionContext,
  { session, preferences }: { session: LiveSession; preferences: z.infer<typeof PreferencesInput> },
): Promise<User> =>
  change(ctx, session, (user) => ({
    preferences: { ...user.preferences, ...given(preferences) },
    ...(preferences.theme && { settings: withTheme(settingsOf(user.settings), preferences.theme) }),
  }))

/** The theme stands in three fields of the specification's interface (preferences, dark mode, theme mode): they agree. */
const withTheme = (settings: Settings, mode: Preferences['theme']): Settings => ({
  ...settings,
  appearance: { ...settings.appearance, mode, ...(mode !== 'auto' && { darkMode: mode === 'dark' }) },
})

const themeOf = ({ mode, darkMode }: Partial<Settings['appearance']>): Preferences['theme'] | undefined =>
  mode ?? (darkMode === undefined ? undefined : darkMode ? 'dark' : 'light')

/** Changes the settings sent; the others stay. */
export const putSettings = async (
  ctx: SessionContext,
  { session, settings }: { session: LiveSession; settings: z.infer<typeof SettingsInput> },
): Promise<{ message: string; settings: Settings }> => {
  const user = await change(ctx, session, (row) => {
    const now = settingsOf(row.settings)
    const theme = themeOf(settings.appearance ?? {})
    return {
      ...(theme && { preferences: { ...row.preferences, theme } }),
      settings: {
        notifications: { ...now.notifications, ...given(settings.notifications ?? {}) },
        appearance: { ...now.appearance, ...given(settings.appearance ?? {}), ...(theme && { mode: theme }) },
        language: settings.language ?? now.language,
        privacy: { ...now.privacy, ...given(settings.privacy ?? {}) },
        notificationCategories: { ...now.notificationCategories, ...given(settings.notificationCategories ?? {}) },
      },
    }
  })
  return { message: 'Settings updated.', settings: user.settings }
}
