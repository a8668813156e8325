import { parseArgs } from 'node:util'
import { compareWithSolver } from './engine-compare.ts'
import { benchInstances } from './engine-instances.ts'
import { benchOdds } from './engine-odds.ts'
import { countBrokenPromises } from './engine-promises.ts'
import { benchShops } from './engine-shops.ts'
import { instanceFormats } from './read-instances.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    format: { type: 'string' },
    seconds: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    shops: { type: 'string' },
    compare: { type: 'boolean', default: false },
    features: { type: 'boolean', default: false },
    odds: { type: 'boolean', default: false },
  },
})

const seconds = Number(values.seconds)
const seed = Number(values.seed)
const format = instanceFormats.find((name) => name === values.format)
const usage = `npm run bench:engine -- [--features | --odds | --shops N | --compare | --format ${instanceFormats.join('|')} --seconds S --seed N --only NAME,... FILE...]`

if (values.odds) benchOdds(seed)
else if (values.shops !== undefined) countBrokenPromises(Number(values.shops))
else if (values.compare) await compareWithSolver(seed, seconds)
else if (values.format === undefined) benchShops(seed, values.features)
else if (!format || positionals.length === 0 || !(seconds >= 0) || !Number.isInteger(seed)) {
  console.error(usage)
  process.exitCode = 2
} else {
  const only = values.only.split(',').filter((name) => name !== '')
  benchInstances({ format, files: positionals, seconds, seed, only })
}
