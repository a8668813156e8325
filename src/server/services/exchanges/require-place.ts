import type { TenantContext } from '../../context.ts'
import { RuleError } from '../../errors.ts'
import { exchangePlaces, isAllowedAddress } from '../../exchange/exchange-places.ts'

const whoDecides = 'The operator of this server lists the allowed hosts.'

/** 422 for an address to which this server does not connect, with those that are allowed. */
export const requireAllowedAddress = ({ app }: TenantContext, url: string): void => {
  if (isAllowedAddress(app, url)) return
  const origins = [...(app.exchange?.allowedOrigins ?? [])]
  const { username, password } = new URL(url)
  if (username !== '' || password !== '') throw new RuleError('Enter the user and the password in their own fields.')
  if (origins.length === 0) throw new RuleError(`This server connects to no other host. ${whoDecides}`)
  throw new RuleError(`This server does not connect to that host. ${whoDecides} Allowed: ${origins.join(', ')}.`)
}

/** 422 when the organization has no folder on this server. */
export const requireFolder = async (ctx: TenantContext): Promise<void> => {
  const { folder } = await exchangePlaces(ctx.app, ctx.tenantId)
  if (folder === null) throw new RuleError('This organization has no folder on the server. Its operator makes one.')
}
