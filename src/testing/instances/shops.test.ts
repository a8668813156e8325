import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ShopFile, ShopFileOperation, ShopPlanFile } from '#contract/shop-files.ts'
import { checkPlanFile } from '#domain/shop-files/check-plan-file.ts'
import { parseShopFile } from '#domain/shop-files/parse-shop-file.ts'
import { readShopFile } from '#domain/shop-files/read-shop-file.ts'
import { shopFileText } from '#domain/shop-files/shop-file-text.ts'
import { valueAt } from '#domain/value-at.ts'
import { benchSet } from '../bench/engine-set.ts'
import { keptPlan, keptShop, shopNames, shopPath, shopsFolder } from './kept-shops.ts'
import { makeShop, namedShops } from './make-shop.ts'

const load = (name: string): { shop: ShopFile; plan: ShopPlanFile } => {
  const shop = keptShop(name)
  const plan = keptPlan(shop, name)
  if (!plan) throw new Error(`${name} has no best known plan`)
  return { shop, plan }
}

const operationsOf = ({ projects }: ShopFile): ShopFileOperation[] => projects.flatMap(({ operations }) => operations)

describe('the named shops', () => {
  it('forty shops are kept, and each has a best known plan', () => {
    const names = namedShops.map(({ name }) => name)
    expect(names).toHaveLength(40)
    expect(shopNames().toSorted()).toEqual(names.toSorted())
    expect(names.filter((name) => !existsSync(join(shopsFolder, `${name}.best.json`)))).toEqual([])
  })

  it('are generated again from their seeds byte for byte', () => {
    for (const named of namedShops) {
      expect(shopFileText(makeShop(named)) === readFileSync(shopPath(named.name), 'utf8'), named.name).toBe(true)
    }
  })

  it('have together every feature of the format', () => {
    const shops = namedShops.filter(({ operations }) => operations <= 800).map(({ name }) => keptShop(name))
    const operations = shops.flatMap(operationsOf)
    const links = operations.flatMap(({ after = [] }) => after).filter((link) => typeof link === 'object')
    const centers = shops.flatMap((shop) => shop.centers)
    const features = {
      holidays: shops.every(({ holidays }) => holidays.length > 0),
      exceptions: shops.some(({ exceptions }) => exceptions.some(({ kind }) => kind === 'overtime')),
      capacities: shops.some(({ capacities }) => capacities.length > 0),
      pools: operations.some(({ pool }) => pool !== undefined),
      suppliers: centers.some(({ kind }) => kind === 'outside'),
      changeovers: centers.some(({ changeovers }) => changeovers !== undefined),
      ownShifts: centers.some(({ shift }) => shift !== undefined),
      alternatives: operations.some(({ alternatives }) => alternatives !== undefined),
      lags: links.some(({ lag, clock }) => lag !== undefined && !clock),
      dryingTimes: links.some(({ lag, clock }) => lag !== undefined && clock),
      maxLags: links.some(({ maxLag }) => maxLag !== undefined),
      overlaps: links.some(({ done }) => done !== undefined),
      materials: operations.some(({ material }) => material !== undefined),
      pinned: operations.some(({ pinned }) => pinned),
      started: operations.some(({ progress = 0 }) => progress > 0 && progress < 100),
      completed: operations.some(({ progress }) => progress === 100),
    }
    expect(Object.entries(features).filter(([, isUsed]) => !isUsed)).toEqual([])
  })

  it.each(['job-shop-400-a', 'flexible-200-a', 'engineered-200-a', 'mixed-400-a'])(
    'the best known plan of %s is valid and complete',
    (name) => {
      const { shop, plan } = load(name)
      const { violations, cost } = checkPlanFile(readShopFile(shop), plan)
      expect(violations).toEqual([])
      expect(cost.unscheduled).toBe(0)
      expect(cost.latenessHours).toBeGreaterThan(0)
    },
  )
})

describe('the checker finds planted faults', () => {
  const codesOf = (shop: ShopFile, plan: ShopPlanFile, position: number): string[] => {
    const id = `operation-${String(position).padStart(6, '0')}`
    return checkPlanFile(readShopFile(shop), plan)
      .violations.filter((one) => one.operationId === id || one.code === 'overCapacity')
      .map(({ code }) => code)
  }
  /** The plan with another start of one operation. */
  const moved = (plan: ShopPlanFile, position: number, start: number | null): ShopPlanFile => ({
    ...plan,
    starts: plan.starts.with(position, start),
  })
  const startOf = (plan: ShopPlanFile, position: number): number => plan.starts[position] ?? Number.NaN
  const find = (shop: ShopFile, suits: (operation: ShopFileOperation, position: number) => boolean): number => {
    const position = operationsOf(shop).findIndex(suits)
    if (position < 0) throw new Error('the shop has no such operation')
    return position
  }
  const engineered = () => load('engineered-200-a')
  const jobShop = () => load('job-shop-400-a')

  it('a start before the material is ready', () => {
    const { shop, plan } = engineered()
    const at = find(shop, ({ material = 0 }) => material > 3_000)
    const { material = 0 } = valueAt(operationsOf(shop), at)
    expect(codesOf(shop, moved(plan, at, material - 15), at)).toContain('beforeMaterial')
  })

  it('a start before the project may start, and one before the origin', () => {
    const { shop, plan } = jobShop()
    const project = shop.projects.findIndex(({ release = 0 }) => release > 3_000)
    const first = shop.projects.slice(0, project).reduce((sum, { operations }) => sum + operations.length, 0)
    const { release = 0 } = valueAt(shop.projects, project)
    expect(codesOf(shop, moved(plan, first, release - 15), first)).toContain('beforeRelease')
    expect(codesOf(shop, moved(plan, first, -600), first)).toContain('beforeNow')
  })

  it('more operations at a work center than it has capacity for', () => {
    const { shop, plan } = jobShop()
    const all = operationsOf(shop)
    const center = shop.centers.findIndex(({ capacity }) => capacity === 1)
    const [first, second] = all.flatMap((operation, position) => (operation.center === center ? [position] : []))
    if (first === undefined || second === undefined) throw new Error('nothing shares the work center')
    expect(codesOf(shop, moved(plan, second, startOf(plan, first)), second)).toContain('overCapacity')
  })

  it('a start in closed time', () => {
    const { shop, plan } = jobShop()
    const at = find(shop, ({ center = 0 }) => shop.centers[center]?.shift === undefined)
    // The origin is a Monday at 07:00, and the two shifts end at 22:00.
    const sunday = 26 * 7 * 1_440 + 6 * 1_440
    expect(codesOf(shop, moved(plan, at, sunday), at)).toContain('startsClosed')
  })

  it('a start before a predecessor has ended', () => {
    const { shop, plan } = jobShop()
    const at = find(shop, ({ after }) => after !== undefined)
    const [before] = valueAt(operationsOf(shop), at).after ?? []
    if (typeof before !== 'number') throw new Error('not a plain link')
    expect(codesOf(shop, moved(plan, at, startOf(plan, before)), at)).toContain('beforePredecessor')
  })

  it('a start before a lag is over', () => {
    const { shop, plan } = engineered()
    const at = find(shop, ({ after = [] }) =>
      after.some((link) => typeof link === 'object' && link.clock === true && (link.lag ?? 0) >= 10),
    )
    const [link] = (valueAt(operationsOf(shop), at).after ?? []).filter((one) => typeof one === 'object')
    const before = link?.operation ?? 0
    const { hours } = valueAt(operationsOf(shop), before)
    const soon = startOf(plan, before) + 60 * (hours ?? 0) + 1
    expect(codesOf(shop, moved(plan, at, soon), at).some((code) => /lagTooShort|beforePredecessor/.test(code))).toBe(
      true,
    )
  })

  it('a missing changeover', () => {
    const { shop, plan } = load('paint-200-a')
    const all = operationsOf(shop)
    const centers = shop.centers.flatMap(({ changeovers }, center) => (changeovers ? [center] : []))
    const ends = (position: number): number => startOf(plan, position) + 60 * (valueAt(all, position).hours ?? 0)
    const planted = centers.flatMap((center) => {
      const here = all.flatMap((operation, position) => (operation.center === center ? [position] : []))
      here.sort((a, b) => startOf(plan, a) - startOf(plan, b))
      return here.slice(1).flatMap((next, k) => {
        const before = valueAt(here, k)
        const differs = valueAt(all, next).family !== valueAt(all, before).family
        return differs && startOf(plan, next) - ends(before) < 240 ? [{ next, start: ends(before) }] : []
      })
    })
    const codes = planted.flatMap(({ next, start }) => codesOf(shop, moved(plan, next, start), next))
    expect(codes).toContain('changeoverTooShort')
  })

  it('more operations than a pool has people', () => {
    const { shop, plan } = load('crew-200-a')
    const all = operationsOf(shop)
    const pool = shop.centers.findIndex(({ kind, capacity }) => kind === 'pool' && capacity === 1)
    const users = all.flatMap((operation, position) => (operation.pool === pool ? [position] : []))
    const [first] = users
    const second = users.find((position) => first !== undefined && all[position]?.center !== all[first]?.center)
    if (first === undefined || second === undefined) throw new Error('nothing shares the pool')
    const { violations } = checkPlanFile(readShopFile(shop), moved(plan, second, startOf(plan, first)))
    const poolId = `center-${String(pool).padStart(6, '0')}`
    expect(violations.some((one) => one.code === 'overCapacity' && one.categoryId === poolId)).toBe(true)
  })

  it('a work center that is no alternative', () => {
    const { shop, plan } = load('flexible-200-a')
    const at = find(shop, ({ alternatives, center }) => alternatives === undefined && center !== 0)
    expect(codesOf(shop, { ...plan, centers: [...(plan.centers ?? []), [at, 0]] }, at)).toContain('wrongWorkCenter')
  })

  it('another start of a pinned or started operation, and an operation that is left out', () => {
    const { shop, plan } = load('mixed-400-a')
    for (const at of [
      find(shop, ({ pinned }) => pinned === true),
      find(shop, ({ progress }) => (progress ?? 100) < 100),
    ]) {
      expect(codesOf(shop, moved(plan, at, startOf(plan, at) + 60), at)).toContain('moved')
      expect(codesOf(shop, moved(plan, at, null), at)).toEqual([])
    }
    const free = find(shop, ({ pinned, progress }) => !pinned && progress === undefined)
    expect(codesOf(shop, moved(plan, free, null), free)).toContain('withoutReason')
    expect(checkPlanFile(readShopFile(shop), moved(plan, free, null)).cost.unscheduled).toBe(1)
  })
})

describe('the commands for shops', () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'shops-'))
    copyFileSync(shopPath('job-shop-200-a'), shopPath('job-shop-200-a', folder))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const check = (...files: string[]) =>
    spawnSync(process.execPath, [join(import.meta.dirname, 'shop-check.ts'), ...files], { encoding: 'utf8' })

  it('a plan is checked, and its cost and its faults are said in words', () => {
    const { plan } = load('job-shop-200-a')
    const good = check(shopPath('job-shop-200-a'), join(shopsFolder, 'job-shop-200-a.best.json'))
    expect(good.stdout).toContain('The plan is valid.')
    expect(good.stdout).toMatch(/Priority x hours late +\d+\.\d+ \(\d+ late projects\)/)
    expect(good.status).toBe(0)
    const path = join(folder, 'early.txt')
    writeFileSync(path, shopFileText({ ...plan, starts: plan.starts.with(3, -60) }))
    const bad = check(shopPath('job-shop-200-a'), path)
    expect(bad.stdout).toContain('Operation 3 (Project 1) starts at')
    expect(bad.stdout).toContain('before the present')
    expect(bad.status).toBe(1)
  })

  it('files that cannot be used are refused with the reason', () => {
    const missing = check(join(folder, 'none.json'), path())
    expect(missing.stderr).toContain('none.json cannot be read.')
    expect(missing.status).toBe(1)
    const swapped = check(path(), shopPath('job-shop-200-a'))
    expect(swapped.stderr).toContain('The format of the file must be "scheduler-shop/1", but it is "scheduler-plan/1".')
    expect(check().status).toBe(2)
    function path(): string {
      return join(shopsFolder, 'job-shop-200-a.best.json')
    }
  })

  it('a set is scheduled, and only a better plan replaces the best known one', () => {
    writeFileSync(join(folder, 'no-shop.json'), '{}')
    const lines: { kept: boolean; violations: number; gap: number | null; best: number | null }[] = []
    const log = vi.spyOn(console, 'log').mockImplementation((line: string) => lines.push(JSON.parse(line)))
    const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    try {
      benchSet({ folder, seed: 1, only: ['no-shop'], keep: true, seconds: 0 })
      expect(String(errors.mock.calls[0]?.[0])).toContain('no-shop: The format of the file must be')
      rmSync(join(folder, 'no-shop.json'))
      const options = { folder, seed: 1, only: [], keep: true }
      benchSet({ ...options, seconds: 0 })
      const first = readFileSync(join(folder, 'job-shop-200-a.best.json'), 'utf8')
      benchSet({ ...options, seconds: 0 })
      expect(readFileSync(join(folder, 'job-shop-200-a.best.json'), 'utf8')).toBe(first)
      benchSet({ ...options, seconds: 1 })
      expect(readFileSync(join(folder, 'job-shop-200-a.best.json'), 'utf8')).not.toBe(first)
    } finally {
      process.exitCode = undefined
      log.mockRestore()
      errors.mockRestore()
    }
    expect(lines.map(({ kept }) => kept)).toEqual([true, false, true])
    expect(lines.map(({ violations }) => violations)).toEqual([0, 0, 0])
    expect(lines[0]?.gap).toBeNull()
    expect(lines[1]?.gap).toBe(0)
    expect(lines[2]?.gap).toBeLessThan(0)
    expect(parseShopFile(readFileSync(shopPath('job-shop-200-a', folder), 'utf8')).name).toBe('job-shop-200-a')
  })
})
