import type { TenantSummary } from '#contract/tenants.ts'
import { limits } from '#contract/vocabulary.ts'

/**
 * The name of the organization to show, in the specified order: the name in the user record, the stored name, the list
 * of organizations, 'Tenant' with 8 characters of the id, 'No Tenant Selected'.
 */
export const tenantNameToShow = (known: {
  tenantId: string | null
  userTenantName?: string | null
  storedName: string | null
  tenants: readonly TenantSummary[]
}): string => {
  const { tenantId, userTenantName, storedName, tenants } = known
  if (userTenantName) return userTenantName
  if (tenantId === null) return 'No Tenant Selected'
  const listed = tenants.find((tenant) => tenant.tenantId.toLowerCase() === tenantId)?.name
  return storedName || listed || `Tenant ${tenantId.slice(0, limits.tenantIdCharacters)}`
}

/** The text of the chip, in which names over 20 characters end in an ellipsis. */
export const chipText = (name: string): string =>
  [...name].length > limits.tenantChipCharacters
    ? `${[...name].slice(0, limits.tenantChipCharacters).join('').trimEnd()}…`
    : name
