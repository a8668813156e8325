const maxChecksPerPath = 2

/** Specification 9: validation is skipped after more than 2 repeated checks on one path; another path starts a new count. */
const countChecks = () => {
  let lastPath = ''
  let checks = 0
  return {
    /** Counts one more check; true when it is to be skipped. */
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

/** Forgets which path was checked last, as in a new tab. */
export const restartChecks = (): void => {
  sessionChecks.restart()
  tenantChecks.restart()
}
