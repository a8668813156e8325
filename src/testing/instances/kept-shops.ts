import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { ShopFile, ShopPlanFile } from '#contract/shop-files.ts'
import { parsePlanFile, parseShopFile } from '#domain/shop-files/parse-shop-file.ts'
import { shopFileText } from '#domain/shop-files/shop-file-text.ts'

/** The folder of the named shops and their best known plans. */
export const shopsFolder = join(import.meta.dirname, 'shops')

export const shopPath = (name: string, folder = shopsFolder): string => join(folder, `${name}.json`)
const planPath = (name: string, folder = shopsFolder): string => join(folder, `${name}.best.json`)

/** Names of the shops in a folder. */
export const shopNames = (folder = shopsFolder): string[] =>
  (existsSync(folder) ? readdirSync(folder) : [])
    .filter((file) => file.endsWith('.json') && !file.endsWith('.best.json'))
    .map((file) => basename(file, '.json'))
    .sort(new Intl.Collator('en', { numeric: true }).compare)

export const keptShop = (name: string, folder = shopsFolder): ShopFile =>
  parseShopFile(readFileSync(shopPath(name, folder), 'utf8'))

/** The best known plan of a shop; null if none is kept. */
export const keptPlan = (shop: ShopFile, name: string, folder = shopsFolder): ShopPlanFile | null => {
  const path = planPath(name, folder)
  return existsSync(path) ? parsePlanFile(readFileSync(path, 'utf8'), shop) : null
}

export const keepPlan = (name: string, plan: ShopPlanFile, folder = shopsFolder): void =>
  writeFileSync(planPath(name, folder), shopFileText(plan))
