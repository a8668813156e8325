const maxChecksPerPath = 2

/** Skips validation after more than 2 checks in a row of one path. Another path resets the count. */
const countChecks = () => {
  let lastPath = ''
  let checks = 0
  return {
    /** Counts one more check; true if it should be skipped. */
    isOneTooMany: (path: string): boolean => {
      checks = path === lastPath ? checks + 1 : 1
      lastPath = path
      return checks > maxChecksPerPath
    },
    restart: (): void => {
      lastPath = ''
    },
  }
}

export const sessionChecks = countChecks()
export const tenantChecks = countChecks()

/** Resets the count, as in a new tab. */
export const restartChecks = (): void => {
  sessionChecks.restart()
  tenantChecks.restart()
}
