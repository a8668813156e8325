import { afterEach } from 'vitest'

const zoneOfMachine = process.env.TZ

/** Gives the browser of the tests of this file another time zone, as the machine that runs it would; undone after each test. */
export const setBrowserZone = (zone: string): void => {
  process.env.TZ = zone
}

afterEach(() => {
  if (zoneOfMachine === undefined) delete process.env.TZ
  else process.env.TZ = zoneOfMachine
})
