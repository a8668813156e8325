const zoneOfMachine = process.env.TZ

/** Gives the browser of a test another time zone, as the machine that runs it would; undone after each test (`screen-setup.ts`). */
export const setBrowserZone = (zone: string): void => {
  process.env.TZ = zone
}

export const resetBrowserZone = (): void => {
  if (zoneOfMachine === undefined) delete process.env.TZ
  else process.env.TZ = zoneOfMachine
}
