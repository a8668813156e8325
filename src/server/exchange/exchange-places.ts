import type { ExchangePlaces } from '#contract/exchange.ts'
import type { AppServices } from '../context.ts'
import { existingFolder } from './organization-folder.ts'

/**
 * True when the server may connect to this address: the operator has listed its origin, and it contains no user name or password.
 */
export const isAllowedAddress = ({ exchange }: AppServices, url: string): boolean => {
  if (!exchange || !URL.canParse(url)) return false
  const { origin, username, password } = new URL(url)
  return exchange.allowedOrigins.has(origin) && username === '' && password === ''
}

/** Where the server may read and write files of an organization. */
export const exchangePlaces = async (app: AppServices, tenantId: string): Promise<ExchangePlaces> => ({
  allowedOrigins: [...(app.exchange?.allowedOrigins ?? [])],
  folder: await existingFolder(app, tenantId),
})
