import { z } from 'zod/mini'
import { AnswerDate } from './answer-fields.ts'
import { EmailAddress } from './email-address.ts'
import { endpoint } from './endpoint.ts'
import { AnswerId, AnswerText, Id, Instant, OptionalName, RequiredLine } from './fields.ts'
import { ifReadable, withUsual } from './lenient-fields.ts'
import { NewPassword } from './one-time-links.ts'
import { Flag, withAliases } from './other-names.ts'
import { TenantSummary } from './tenants.ts'
import { ReaderZone } from './time-zones.ts'
import { MemberAccess, primaryColors } from './vocabulary.ts'

const dateFormats = ['MM/dd/yyyy', 'MM/DD/YYYY', 'dd/MM/yyyy', 'DD/MM/YYYY', 'yyyy-MM-dd'] as const

/** User preferences with their defaults. */
export const Preferences = z.object({
  theme: withUsual(z.enum(['light', 'dark', 'auto']), 'light'),
  dateFormat: withUsual(z.enum(dateFormats), 'MM/dd/yyyy'),
  timeFormat: withUsual(z.enum(['12h', '24h']), '12h'),
  timezone: withUsual(z.nullable(z.string().check(z.maxLength(64))), null),
  language: withUsual(z.string().check(z.maxLength(16)), 'en'),
  notifications: withUsual(z.boolean(), true),
  dashboardLayout: withUsual(z.string().check(z.maxLength(64)), 'default'),
})
export type Preferences = z.infer<typeof Preferences>
export const PreferencesInput = z.object({
  theme: z.optional(z.enum(['light', 'dark', 'auto'])),
  dateFormat: z.optional(z.enum(dateFormats)),
  timeFormat: z.optional(z.enum(['12h', '24h'])),
  timezone: z.optional(z.nullable(ReaderZone)),
  language: z.optional(z.string().check(z.maxLength(16))),
  notifications: z.optional(z.boolean()),
  dashboardLayout: z.optional(z.string().check(z.maxLength(64))),
})

/** Which categories of notifications a user wants; others are not created for the user. */
export const NotificationSwitches = z.object({
  system: z.boolean(),
  project: z.boolean(),
  schedule: z.boolean(),
  user: z.boolean(),
  analytics: z.boolean(),
})
export type NotificationSwitches = z.infer<typeof NotificationSwitches>

/** User settings with their defaults. */
export const Settings = z.object({
  notifications: z.object({
    emailNotifications: z.boolean(),
    projectNotifications: z.boolean(),
    taskReminders: z.boolean(),
  }),
  /** Values that were never chosen are absent, and each device then uses its own. */
  appearance: z.object({
    darkMode: z.boolean(),
    compactView: z.boolean(),
    mode: z.optional(z.enum(['auto', 'light', 'dark'])),
    fontSize: z.optional(z.enum(['small', 'medium', 'large'])),
    contrast: z.optional(z.enum(['normal', 'high'])),
    reducedMotion: z.optional(z.boolean()),
    customColors: z.optional(z.object({ primary: z.enum(primaryColors) })),
  }),
  language: z.string(),
  privacy: z.object({ twoFactorAuth: z.boolean(), showStatus: z.boolean() }),
  /** Always present in answers. */
  notificationCategories: z.optional(NotificationSwitches),
})
export type Settings = z.infer<typeof Settings>
export const defaultSettings: Settings = {
  notifications: { emailNotifications: true, projectNotifications: true, taskReminders: true },
  appearance: { darkMode: false, compactView: false },
  language: 'en',
  privacy: { twoFactorAuth: false, showStatus: true },
  notificationCategories: { system: true, project: true, schedule: true, user: true, analytics: true },
}
export const SettingsInput = z.object({
  notifications: z.optional(z.partial(Settings.shape.notifications)),
  appearance: z.optional(z.partial(Settings.shape.appearance)),
  language: z.optional(z.string().check(z.maxLength(16))),
  privacy: z.optional(z.partial(Settings.shape.privacy)),
  notificationCategories: z.optional(z.partial(NotificationSwitches)),
})

/** Fields of a user. Those that another server leaves out get their defaults. */
const UserFields = z.object({
  id: AnswerId,
  userId: AnswerId,
  tenantId: withUsual(z.nullable(z.string()), null),
  email: AnswerText(),
  name: AnswerText(),
  displayName: AnswerText(),
  avatarUrl: withUsual(z.nullable(z.string()), null),
  isAdmin: withUsual(Flag, false),
  isSuperAdmin: withUsual(Flag, false),
  role: AnswerText('User'),
  /** The right of the membership; absent from servers that know only `isAdmin`. */
  access: ifReadable(MemberAccess),
  /** Work centers to which the right to plan is limited; null = all. */
  workCenterIds: withUsual(z.nullable(z.array(z.string())), null),
  status: AnswerText('Active'),
  currentTenantName: withUsual(z.nullable(z.string()), null),
  preferences: withUsual(Preferences, Preferences.parse({})),
  settings: withUsual(Settings, defaultSettings),
})
const userAliases = { id: ['userId'], userId: ['id'] }

export const User = withAliases(userAliases, UserFields)
export type User = z.infer<typeof User>

/** The right of a membership, even if a server only says whether it is admin. */
export const accessOf = ({ access, isAdmin }: { access?: MemberAccess | undefined; isAdmin: boolean }): MemberAccess =>
  access ?? (isAdmin ? 'admin' : 'plan')

/** Fields for the right of a membership in an admin's input. `isAdmin` is specified, and must agree with `access`. */
const accessInput = {
  isAdmin: z.optional(z.boolean()),
  access: z.optional(MemberAccess),
  /** null = all work centers. */
  workCenterIds: z.optional(z.nullable(z.array(Id).check(z.maxLength(500)))),
}
const agrees = z.refine<{ isAdmin?: boolean; access?: MemberAccess }>(
  ({ isAdmin, access }) => isAdmin === undefined || access === undefined || isAdmin === (access === 'admin'),
  { error: 'isAdmin and access contradict each other', path: ['access'] },
)

/** A single-use link: `/login?reset=<token>` sets a password, `/login?invitation=<token>` accepts an invitation. */
export const OneTimeLink = z.object({
  kind: z.enum(['password', 'invitation']),
  /** Displayed once; null in an answer repeated under its Idempotency-Key. */
  linkToken: z.nullable(z.string()),
  expiresAt: Instant,
})
export type OneTimeLink = z.infer<typeof OneTimeLink>

export const getMe = endpoint({
  method: 'GET',
  path: '/users/me',
  access: 'session',
  summary: 'The signed-in user',
  failed: 'Failed to fetch user',
  response: User,
})
export const getUser = endpoint({
  method: 'GET',
  path: '/users/:id',
  access: 'session',
  summary: 'One user',
  failed: 'Failed to fetch user',
  params: z.object({ id: Id }),
  response: User,
})
export const getUserByEmail = endpoint({
  method: 'GET',
  path: '/users/by-email/:email',
  access: 'session',
  summary: 'One user by e-mail',
  failed: 'Failed to fetch user',
  params: z.object({ email: z.string().check(z.maxLength(320)) }),
  response: User,
})
export const listMyTenants = endpoint({
  method: 'GET',
  path: '/users/me/tenants',
  access: 'session',
  summary: 'My organizations',
  failed: 'Failed to fetch tenants',
  response: z.array(TenantSummary),
})

export const ProfileInput = z.object({
  name: z.optional(RequiredLine('Name')),
  displayName: z.optional(OptionalName('Display name')),
  avatarUrl: z.optional(z.nullable(z.string().check(z.maxLength(2_000)))),
})
export const putProfile = endpoint({
  method: 'PUT',
  path: '/users/me/profile',
  access: 'session',
  summary: 'Change my profile',
  failed: 'Failed to update profile',
  body: ProfileInput,
  response: User,
})
export const PasswordInput = z.object({
  currentPassword: z.string().check(z.minLength(1, 'Enter your current password'), z.maxLength(1024)),
  newPassword: NewPassword,
})
export const postPassword = endpoint({
  method: 'POST',
  path: '/users/me/password',
  access: 'session',
  summary: 'Change my password; ends my other sessions',
  failed: 'Failed to change password',
  body: PasswordInput,
  response: z.object({ message: AnswerText() }),
})
export const putPreferences = endpoint({
  method: 'PUT',
  path: '/users/me/preferences',
  access: 'session',
  summary: 'Change my preferences',
  failed: 'Failed to update preferences',
  body: PreferencesInput,
  response: User,
})
/** Responds with the headers `x-tenant-id` and `x-tenant-name`; the session id changes. */
export const putMyTenant = endpoint({
  method: 'PUT',
  path: '/users/me/tenant',
  access: 'session',
  summary: 'Choose the organization to work in',
  failed: 'Failed to set tenant',
  body: z.object({ tenantId: z.string() }),
  response: ifReadable(User),
})
export const getProfile = endpoint({
  method: 'GET',
  path: '/user/profile',
  access: 'session',
  summary: 'My profile',
  failed: 'Failed to fetch user profile',
  unanswered: 'Error fetching user profile',
  response: User,
})
export const putSettings = endpoint({
  method: 'PUT',
  path: '/user/settings',
  access: 'session',
  summary: 'Change my settings',
  failed: 'Failed to update settings',
  unanswered: 'Error updating settings',
  body: SettingsInput,
  response: z.object({ message: AnswerText(), settings: ifReadable(Settings) }),
})

/**
 * A member as seen by admins, or an invited person who has not accepted (status 'Invited', with the id of the
 * invitation). For an account shared with another organization, it contains only data of this organization.
 */
export const ListedUser = withAliases(
  userAliases,
  z.extend(UserFields, {
    lastSignInAt: AnswerDate,
    /** Number of sessions that an admin of this organization may see and end. */
    openSessions: withUsual(z.int(), 0),
    /** Whether the account also belongs to another organization. */
    isShared: withUsual(z.boolean(), false),
  }),
)
export type ListedUser = z.infer<typeof ListedUser>

export const listUsers = endpoint({
  method: 'GET',
  path: '/users',
  access: 'manageUsers',
  summary: 'Users of the organization',
  failed: 'Failed to fetch users',
  response: z.array(ListedUser),
})
/** The fields of an invitation, for forms. */
export const UserCreateFields = z.object({
  email: EmailAddress,
  name: RequiredLine('Name'),
  displayName: z.optional(OptionalName('Display name')),
  role: z.optional(OptionalName('Job title', 60)),
  ...accessInput,
})
/** What an admin enters about an invited person, who chooses a password through the invitation link. */
export const UserCreateInput = UserCreateFields.check(agrees)
/** The invited person as in the list, with the invitation link. The answer is the same whether or not the e-mail has an account. */
export const postUser = endpoint({
  method: 'POST',
  path: '/users',
  access: 'manageUsers',
  summary: 'Invite somebody to the organization; they become a user when they accept',
  failed: 'Failed to create user',
  body: UserCreateInput,
  response: withAliases(userAliases, z.extend(UserFields, { link: OneTimeLink })),
  status: 201,
})
/** The fields of a user that an admin may change, for forms. */
export const UserUpdateFields = z.object({
  name: z.optional(RequiredLine('Name')),
  displayName: z.optional(OptionalName('Display name')),
  role: z.optional(OptionalName('Job title', 60)),
  status: z.optional(z.enum(['Active', 'Disabled'])),
  ...accessInput,
})
/** The allowed fields: this route changes nothing else of a user. */
export const UserUpdateInput = UserUpdateFields.check(agrees)
export const putUser = endpoint({
  method: 'PUT',
  path: '/users/:id',
  access: 'manageUsers',
  summary: 'Change a user',
  failed: 'Failed to update user',
  params: z.object({ id: Id }),
  body: UserUpdateInput,
  response: User,
})
export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/users/:id',
  access: 'manageUsers',
  summary: 'Take a user out of the organization, or withdraw an invitation',
  failed: 'Failed to delete user',
  params: z.object({ id: Id }),
  response: z.undefined(),
  status: 204,
})

export const postPasswordReset = endpoint({
  method: 'POST',
  path: '/users/:id/password-reset',
  access: 'manageUsers',
  summary: 'Make a link that sets a password once, within 24 hours; for somebody invited a new link to accept with',
  failed: 'Failed to create the password link',
  params: z.object({ id: Id }),
  response: OneTimeLink,
  status: 201,
})
