const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

const first = (list: typeof browsers, text: string) => list.find(([pattern]) => pattern.test(text))?.[1]

/** 'Firefox on Windows' from a user agent; an unknown user agent is returned unchanged. */
export const browserWords = (userAgent: string): string => {
  const [browser, system] = [first(browsers, userAgent), first(systems, userAgent)]
  if (browser) return system ? `${browser} on ${system}` : browser
  return userAgent.slice(0, 60) || 'Unknown browser'
}
