import { readFileSync } from 'node:fs'
import { violationSentence } from '#domain/scheduling/check/violation.ts'
import type { ShopSnapshot } from '#domain/scheduling/shop-snapshot.ts'
import { checkPlanFile } from '#domain/shop-files/check-plan-file.ts'
import { parsePlanFile, parseShopFile, ShopFileError } from '#domain/shop-files/parse-shop-file.ts'
import { readShopFile } from '#domain/shop-files/read-shop-file.ts'

const mostShown = 20

/** Names of the records in a shop, with the positions by which a file names operations. */
const namesOf = ({ categories, projects }: ShopSnapshot): ReadonlyMap<string, string> => {
  const operations = projects.flatMap(({ projectName, operations }) =>
    operations.map(({ operationId }) => ({ operationId, projectName })),
  )
  return new Map([
    ...categories.map(({ categoryId, name }) => [categoryId, name] as const),
    ...operations.map(
      ({ operationId, projectName }, position) => [operationId, `Operation ${position} (${projectName})`] as const,
    ),
  ])
}

/** Checks a plan for a shop. Prints its cost and the rules that it breaks; returns whether it is valid. */
const check = (shopText: string, planText: string): boolean => {
  const shop = parseShopFile(shopText)
  const snapshot = readShopFile(shop)
  const { cost, lateProjects, violations, beyondMaxLag } = checkPlanFile(snapshot, parsePlanFile(planText, shop))
  const names = namesOf(snapshot)
  console.log(`Shop                          ${shop.name}`)
  console.log(`Priority x hours late         ${cost.latenessHours.toFixed(3)} (${lateProjects} late projects)`)
  console.log(`Changeover hours              ${cost.changeoverHours.toFixed(3)}`)
  console.log(`Hours to completion           ${cost.completionHours.toFixed(3)}`)
  console.log(`Operations left out           ${cost.unscheduled}`)
  console.log(`Maximum lags exceeded         ${beyondMaxLag.length} (permitted)`)
  for (const violation of violations.slice(0, mostShown)) {
    console.log(`- ${violationSentence(violation, (id) => names.get(id) ?? id)}`)
  }
  if (violations.length > mostShown) console.log(`- and ${violations.length - mostShown} more`)
  console.log(
    violations.length === 0 ? 'The plan is valid.' : `The plan is not valid: ${violations.length} violations.`,
  )
  return violations.length === 0
}

const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new ShopFileError(`${path} cannot be read.`)
  }
}

const [shopFile, planFile] = process.argv.slice(2)
if (shopFile === undefined || planFile === undefined) {
  console.error('npm run shop:check SHOP PLAN')
  process.exitCode = 2
} else {
  try {
    if (!check(textOf(shopFile), textOf(planFile))) process.exitCode = 1
  } catch (error) {
    if (!(error instanceof ShopFileError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
