export interface Dsn {
  readonly publicKey: string
  /** Where envelopes are posted to. */
  readonly url: string
}

/** Reads 'https://key@host/path/project'; null when a part is missing. */
export const readDsn = (text: string): Dsn | null => {
  if (!URL.canParse(text)) return null
  const { protocol, host, username, pathname } = new URL(text)
  const parts = pathname.split('/').filter(Boolean)
  const project = parts.pop()
  if (username === '' || project === undefined) return null
  const path = ['', ...parts, 'api', project, 'envelope', ''].join('/')
  return { publicKey: username, url: `${protocol}//${host}${path}` }
}
