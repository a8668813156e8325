/** A fresh uuid (version 4). */
export const newId = (): string => {
  // `randomUUID` is missing on plain http except on localhost.
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-a$4-$5')
}

/** Id of this tab (`X-Client-Id`), so that it can ignore live messages about its own changes. */
export const clientId: string = newId()
