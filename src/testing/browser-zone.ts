const zoneOfMachine = process.env.TZ

/** Sets the browser's time zone for a test; reset after each test (`screen-setup.ts`). */
export const setBrowserZone = (zone: string): void => {
  process.env.TZ = zone
}

export const resetBrowserZone = (): void => {
  if (zoneOfMachine === undefined) delete process.env.TZ
  else process.env.TZ = zoneOfMachine
}
