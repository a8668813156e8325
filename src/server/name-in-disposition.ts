/** The name in `filename*=UTF-8''...` or `filename="..."` of a header Content-Disposition; undefined = it has none. */
export const nameInDisposition = (disposition: string): string | undefined => {
  const [, encoded] = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(disposition) ?? []
  try {
    if (encoded !== undefined) return decodeURIComponent(encoded)
  } catch {
    // The plain name beside it may be readable.
  }
  return /;\s*filename\s*=\s*(?:"([^"]*)"|([^;\s]+))/i
    .exec(disposition)
    ?.slice(1)
    .find((name) => name !== undefined)
}
