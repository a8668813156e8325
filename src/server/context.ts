import type { HistorySource } from '#contract/vocabulary.ts'
import type { Role } from '#domain/access/rights.ts'
import type { OpenDatabase } from './db/database.ts'
import type { IdentityProvider } from './identity-provider.ts'
import { ServerCaches } from './server-caches.ts'

// The brands are private members, which the copy `{ ...ctx }` does not have: only the functions below make contexts.
declare class TenantBrand {
  private readonly isTenant: true
}
declare class SessionBrand {
  private readonly isSession: true
}
declare class DeviceBrand {
  private readonly isDevice: true
}

/** What every service may use. `newServices` builds it. */
export interface AppServices {
  readonly db: OpenDatabase
  /** The clock; a fake one in tests. */
  readonly now: () => Date
  /** The caches and queues of this server (`oncePerServer`). */
  readonly caches: ServerCaches
  /** Absent = this installation sends no e-mail. */
  readonly mail?: MailFacts
  /** Absent = this installation fetches and sends no files. */
  readonly exchange?: ExchangeFacts
  /** Encrypts the secrets of authenticator apps in the database. Absent = they are stored as they are. */
  readonly secretsKey?: string
  /** Absent = there is no single sign-on. */
  readonly identityProvider?: IdentityProvider
}

/** The services of a server that starts, with nothing in its caches. */
export const newServices = (facts: Omit<AppServices, 'caches'>): AppServices => ({
  ...facts,
  caches: new ServerCaches(),
})

/** What a message needs to know about the installation. */
export interface MailFacts {
  /** The address that people type, without a slash at the end: the beginning of every link. */
  readonly publicOrigin: string
}

/** Where the operator lets organizations fetch and send files. */
export interface ExchangeFacts {
  /** Origins such as `https://erp.example.com`. */
  readonly allowedOrigins: ReadonlySet<string>
  /** The folder that contains the folders of the organizations; null = none. */
  readonly folder: string | null
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
  /** History and the change set of a write carry it; a request whose writes belong together has one. */
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
export type SessionContext = Readonly<SessionFacts> & SessionBrand

/** A person in one organization: every service and table helper requires it. */
export type TenantContext = Readonly<TenantFacts> & TenantBrand

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
export type DeviceContext = Readonly<DeviceFacts> & TenantContext & DeviceBrand

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

/** The same caller, whose writes come in another way. */
export const withSource = (ctx: TenantContext, source: HistorySource): TenantContext =>
  mintTenantContext({ ...ctx, source })

/** The same rights under another name, such as a data source whose run a person applies. */
export const withAuthor = (ctx: TenantContext, author: Pick<TenantFacts, 'userId' | 'userName'>): TenantContext =>
  mintTenantContext({ ...ctx, ...author })

/** The same caller, whose next write is the change set `changeId`. History carries that id, and undo finds the write by it. */
export const withChangeSet = (ctx: TenantContext, changeId: string): TenantContext =>
  mintTenantContext({ ...ctx, requestId: changeId })

/** The same caller with other services: a clock that stands still, or a database that does more at each commit. */
export const withServices = (ctx: TenantContext, services: Partial<AppServices>): TenantContext =>
  mintTenantContext({ ...ctx, app: { ...ctx.app, ...services } })

/** Brands the facts of a device whose cookie was checked. Only the session plugin may import this. */
export const mintDeviceContext = ({ device, ...facts }: DeviceFacts): DeviceContext =>
  Object.freeze({ ...mintTenantContext(facts), device }) as DeviceContext
