/** The remembered path to return to after sign-in; '/' for anything that is not a path of this application. */
export const safeRedirect = (path: string | undefined): string =>
  path !== undefined && /^\/(?![/\\])/.test(path) && !/^\/(login|tenant-selection)\b/.test(path) ? path : '/'
