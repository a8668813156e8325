import { testStart } from '#testing/test-clock.ts'
import { expect, type Page, test } from './support/journey.ts'
import { signInAs } from './support/sign-in-as.ts'

/** All journeys together take less. */
const hoursMs = 3 * 3_600_000

const timeOf = (page: Page): Promise<number> => page.evaluate(() => Date.now())

test('the journeys, their pages, other browsers and the server use the clock of the tests', async ({
  page,
  browser,
}) => {
  await signInAs(page, 'planner')
  await page.goto('/')
  const other = await (await browser.newContext()).newPage()
  await other.goto('/login')
  const { now } = await page.evaluate(() => fetch('/api/dashboard').then((answer) => answer.json()))
  const times = {
    journey: Date.now(),
    page: await timeOf(page),
    other: await timeOf(other),
    server: Date.parse(now),
  }
  const startMs = Date.parse(testStart)
  const wrong = Object.entries(times).filter(([, ms]) => !(ms >= startMs && ms < startMs + hoursMs))
  expect(wrong).toEqual([])
  await other.context().close()
})
