import { eq } from 'drizzle-orm'
import type { z } from 'zod/mini'
import type { Preferences, PreferencesInput, ProfileInput, Settings, SettingsInput, User } from '#contract/users.ts'
import type { SessionContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { passwordResets } from '../../db/tables/access.table.ts'
import { users } from '../../db/tables/users.table.ts'
import { RuleError, UnauthenticatedError, ValidationError } from '../../errors.ts'
import { endApiTokens } from '../api-tokens/my-api-tokens.ts'
import { refuseWeakPassword } from '../credentials/common-passwords.ts'
import { forgetDevices } from '../credentials/known-device.ts'
import { hashPassword, verifyPassword } from '../credentials/password-hash.ts'
import { countSignInAttempt, forgetWrongCodes, forgiveSignInAttempts } from '../credentials/throttle.ts'
import { announceTo } from '../records/announce-notifications.ts'
import { sentFields } from '../records/record-fields.ts'
import { announceChanged } from '../records/store-history.ts'
import type { LiveSession } from '../sessions/load-session.ts'
import { createSession, endSessions, type OpenedSession } from '../sessions/sessions.ts'
import { findUser, hasSecondFactor, presentUser, settingsOf } from './find-user.ts'

type Row = typeof users.$inferSelect

/** Notifies the user's other tabs and, after a change of name, the whole organization. */
export const announceMe = async (ctx: SessionContext, tx: Tx, session: LiveSession, toAll: boolean): Promise<void> => {
  if (!session.tenant) return
  const { tenantId } = session.tenant
  const { userId, clientId } = ctx
  const items = [{ id: userId }]
  if (toAll) await announceChanged({ tenantId, clientId }, tx, 'users', items)
  else await announceTo(tx, tenantId, [userId], { type: 'changed', resource: 'users', items, clientId })
}

const change = (ctx: SessionContext, session: LiveSession, to: (user: Row) => Partial<Row>): Promise<User> =>
  ctx.app.db.withSystem(async (tx) => {
    const [user] = await lockMe(tx, ctx.userId)
    if (!user) throw new UnauthenticatedError()
    const changes = to(user)
    if (Object.keys(changes).length > 0) {
      await tx.update(users).set(changes).where(eq(users.userId, ctx.userId))
      await announceMe(ctx, tx, session, !('settings' in changes || 'preferences' in changes))
    }
    const row = await findUser(tx, session.tenant?.tenantId ?? null, ctx.userId)
    if (!row) throw new UnauthenticatedError()
    return presentUser(row)
  })

const lockMe = (tx: Tx, userId: string) => tx.select().from(users).where(eq(users.userId, userId)).for('update')

/** Changes my name, display name and picture. */
export const putProfile = (
  ctx: SessionContext,
  { session, profile }: { session: LiveSession; profile: z.infer<typeof ProfileInput> },
): Promise<User> =>
  change(ctx, session, () => {
    const { name, displayName, avatarUrl } = profile
    return sentFields({ name, displayName, avatarUrl })
  })

/** Changes the preferences that were sent. */
export const putPreferences = (
  ctx: SessionContext,
  { session, preferences }: { session: LiveSession; preferences: z.infer<typeof PreferencesInput> },
): Promise<User> =>
  change(ctx, session, (user) => ({
    preferences: { ...user.preferences, ...sentFields(preferences) },
    ...(preferences.theme && {
      settings: withTheme(settingsOf(user.settings, hasSecondFactor(user)), preferences.theme),
    }),
  }))

/** Sets the theme in all three fields of the specified interface (preferences, dark mode, theme mode), so that they agree. */
const withTheme = (settings: Settings, mode: Preferences['theme']): Settings => ({
  ...settings,
  appearance: { ...settings.appearance, mode, ...(mode !== 'auto' && { darkMode: mode === 'dark' }) },
})

const themeOf = ({ mode, darkMode }: Partial<Settings['appearance']>): Preferences['theme'] | undefined =>
  mode ?? (darkMode === undefined ? undefined : darkMode ? 'dark' : 'light')

/** Changes the settings that were sent. 422 for a change of two-factor authentication, which needs a code. */
export const putSettings = async (
  ctx: SessionContext,
  { session, settings }: { session: LiveSession; settings: z.infer<typeof SettingsInput> },
): Promise<{ message: string; settings: Settings }> => {
  const user = await change(ctx, session, (row) => {
    const now = settingsOf(row.settings, hasSecondFactor(row))
    if ((settings.privacy?.twoFactorAuth ?? now.privacy.twoFactorAuth) !== now.privacy.twoFactorAuth) {
      throw new RuleError('Two-factor authentication is turned on and off with a code, under Privacy in your settings.')
    }
    const theme = themeOf(settings.appearance ?? {})
    return {
      ...(theme && { preferences: { ...row.preferences, theme } }),
      settings: {
        notifications: { ...now.notifications, ...sentFields(settings.notifications ?? {}) },
        appearance: { ...now.appearance, ...sentFields(settings.appearance ?? {}), ...(theme && { mode: theme }) },
        language: settings.language ?? now.language,
        privacy: { ...now.privacy, ...sentFields(settings.privacy ?? {}) },
        notificationCategories: { ...now.notificationCategories, ...sentFields(settings.notificationCategories ?? {}) },
      },
    }
  })
  return { message: 'Settings updated.', settings: user.settings }
}

interface PasswordChange {
  readonly session: LiveSession
  readonly currentPassword: string
  readonly newPassword: string
  /** null = unknown. */
  readonly address: string | null
  /** Hash of the device cookie. */
  readonly deviceHash: string | null
  readonly userAgent: string
}

/**
 * Changes my password. Needs the present password, ends every other session and every API token, and returns a new session in
 * place of this one.
 * Attempts with the present password count like sign-ins. A weak new password is refused before that.
 */
export const changePassword = async (ctx: SessionContext, change: PasswordChange): Promise<OpenedSession> => {
  const { session, address, deviceHash } = change
  const [user] = await ctx.app.db.readSystem((tx) => tx.select().from(users).where(eq(users.userId, ctx.userId)))
  if (!user) throw new UnauthenticatedError()
  refuseWeakPassword(change.newPassword, 'newPassword', user)
  const attempt = { email: session.email, address, deviceHash }
  const counted = await countSignInAttempt(ctx.app.db, attempt, ctx.app.now())
  if (!(await verifyPassword(change.currentPassword, user.passwordHash))) {
    throw new ValidationError([{ path: 'currentPassword', message: 'The current password is wrong.' }])
  }
  const passwordHash = await hashPassword(change.newPassword)
  return ctx.app.db.withSystem(async (tx) => {
    await forgiveSignInAttempts(tx, counted)
    await forgetWrongCodes(tx, ctx.userId)
    await tx.update(users).set({ passwordHash }).where(eq(users.userId, ctx.userId))
    // A link that was asked for before must not undo this.
    await tx.delete(passwordResets).where(eq(passwordResets.userId, ctx.userId))
    await endSessions(tx, { userId: ctx.userId })
    await endApiTokens(tx, ctx.userId)
    await forgetDevices(tx, ctx.userId)
    return createSession(tx, ctx.app.now(), {
      userId: ctx.userId,
      tenantId: session.tenant?.tenantId ?? null,
      rememberMe: session.rememberMe,
      userAgent: change.userAgent,
      address: address ?? '',
      expiresAt: session.expiresAt,
    })
  })
}
