import { parseArgs } from 'node:util'
import { shopsFolder } from '../instances/kept-shops.ts'
import { compareWithSolver } from './engine-compare.ts'
import { benchInstances } from './engine-instances.ts'
import { benchOdds } from './engine-odds.ts'
import { countBrokenPromises } from './engine-promises.ts'
import { benchSet } from './engine-set.ts'
import { benchShops } from './engine-shops.ts'
import { instanceClocks } from './instance-shop.ts'
import { instanceFormats } from './read-instances.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    format: { type: 'string' },
    seconds: { type: 'string' },
    seed: { type: 'string', default: '1' },
    as: { type: 'string', default: 'shop' },
    best: { type: 'string' },
    only: { type: 'string', default: '' },
    shops: { type: 'string' },
    set: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    compare: { type: 'boolean', default: false },
    features: { type: 'boolean', default: false },
    odds: { type: 'boolean', default: false },
  },
})

const seconds = Number(values.seconds ?? (values.set ? 10 : 2))
const seed = Number(values.seed)
const format = instanceFormats.find((name) => name === values.format)
const clock = instanceClocks.find((name) => name === values.as)
const only = values.only.split(',').filter((name) => name !== '')
const isTimed = seconds >= 0 && Number.isInteger(seed)
const usage = `npm run bench:engine -- [--features | --odds | --shops N | --compare --seconds S --seed N
  | --set [--keep] --seconds S --seed N --only NAME,... [DIR]
  | --format ${instanceFormats.join('|')} --as ${instanceClocks.join('|')} --seconds S --seed N --only NAME,... --best TABLE FILE...]`

if (values.odds) benchOdds(seed)
else if (values.shops !== undefined) countBrokenPromises(Number(values.shops))
else if (values.compare && isTimed) await compareWithSolver(seed, seconds)
else if (values.set && isTimed) {
  benchSet({ folder: positionals[0] ?? shopsFolder, seconds, seed, only, keep: values.keep })
} else if (format && clock && positionals.length > 0 && isTimed) {
  benchInstances({ format, clock, files: positionals, seconds, seed, only, best: values.best ?? null })
} else if (values.format === undefined && !values.set && !values.compare) benchShops(seed, values.features)
else {
  console.error(usage)
  process.exitCode = 2
}
