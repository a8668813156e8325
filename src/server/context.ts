import type { HistorySource } from '#contract/vocabulary.ts'
import type { Role } from '#domain/access/rights.ts'
import type { OpenDatabase } from './db/database.ts'
import type { IdentityProvider } from './identity-provider.ts'

declare const tenantBrand: unique symbol
declare const sessionBrand: unique symbol
declare const deviceBrand: unique symbol

/** What every service may use: the database, the clock (a fake one in tests), whether messages can be sent, the key of stored secrets, and the identity provider. */
export interface AppServices {
  readonly db: OpenDatabase
  readonly now: () => Date
  /** Absent = this installation sends no e-mail. */
  readonly mail?: MailFacts
  /** Encrypts the secrets of authenticator apps in the database. Absent = they are stored as they are. */
  readonly secretsKey?: string
  /** Absent = there is no single sign-on. */
  readonly identityProvider?: IdentityProvider
}

/** What a message needs to know about the installation. */
export interface MailFacts {
  /** The address that people type, without a slash at the end: the beginning of every link. */
  readonly publicOrigin: string
}

interface SessionFacts {
  readonly app: AppServices
  readonly userId: string
  /** Display name, as history shows it. */
  readonly userName: string
  /** Role in the chosen organization, read from the database for this request; 'superAdmin' wins over both. */
  readonly role: Role
  /** The work centers to which the right to plan is limited, read with the role; null = all. */
  readonly workCenterIds: readonly string[] | null
  /** IANA zone of the user. */
  readonly timeZone: string
  readonly requestId: string
  /** The browser tab that asks (`X-Client-Id`), so that it can ignore its own changes; null for other clients. */
  readonly clientId: string | null
}

interface TenantFacts extends SessionFacts {
  readonly tenantId: string
  /** How this write came in; history stores it. */
  readonly source: HistorySource
}

/** A signed-in person, with or without a chosen organization. */
export type SessionContext = Readonly<SessionFacts> & { readonly [sessionBrand]: true }

/** A person in one organization: every service and table helper requires it. */
export type TenantContext = Readonly<TenantFacts> & { readonly [tenantBrand]: true }

/** A shop-floor device, as its row says. */
interface DeviceFacts extends TenantFacts {
  readonly device: {
    readonly deviceId: string
    readonly name: string
    readonly signedInAt: Date
    /** Its work centers, also those that were deleted. */
    readonly categoryIds: readonly string[]
  }
}

/** A device of one organization. It acts in its own name: `userId` is its id, `userName` its name. Services of the floor require it. */
export type DeviceContext = Readonly<DeviceFacts> & TenantContext & { readonly [deviceBrand]: true }

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Brands the facts of a validated session. Only the session plugin may import this. */
export const mintSessionContext = (facts: SessionFacts): SessionContext => Object.freeze({ ...facts }) as SessionContext

/**
 * Brands an organization's context, the single source of `app.tenant_id`.
 * Only the tenant plugin and the job runner may import this. Throws on an id that is not a UUID.
 */
export const mintTenantContext = (facts: TenantFacts): TenantContext => {
  if (!uuid.test(facts.tenantId)) throw new TypeError('A tenant context needs a UUID')
  return Object.freeze({ ...facts, tenantId: facts.tenantId.toLowerCase() }) as TenantContext
}

/** Brands the facts of a device whose cookie was checked. Only the session plugin may import this. */
export const mintDeviceContext = ({ device, ...facts }: DeviceFacts): DeviceContext =>
  Object.freeze({ ...mintTenantContext(facts), device }) as DeviceContext
