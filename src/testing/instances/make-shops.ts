import { writeFileSync } from 'node:fs'
import { shopFileText } from '#domain/shop-files/shop-file-text.ts'
import { shopPath } from './kept-shops.ts'
import { makeShop, namedShops } from './make-shop.ts'

/** Writes the named shops again: all, or those that are named. `node src/testing/instances/make-shops.ts [NAME...]` */
const wanted = process.argv.slice(2)
for (const named of namedShops) {
  if (wanted.length > 0 && !wanted.includes(named.name)) continue
  writeFileSync(shopPath(named.name), shopFileText(makeShop(named)))
  console.log(named.name)
}
