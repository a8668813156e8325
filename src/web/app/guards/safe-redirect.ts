/** The remembered path to return to after sign-in; anything that is not a path of this application is '/'. */
export const safeRedirect = (path: string | undefined): string =>
  path !== undefined && /^\/(?![/\\])/.test(path) && !/^\/(login|tenant-selection)\b/.test(path) ? path : '/'
