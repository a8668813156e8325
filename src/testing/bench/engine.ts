import { parseArgs } from 'node:util'
import { compareWithSolver } from './engine-compare.ts'
import { benchInstances } from './engine-instances.ts'
import { countBrokenPromises } from './engine-promises.ts'
import { benchShops } from './engine-shops.ts'
import { instanceClocks } from './instance-shop.ts'
import { instanceFormats } from './read-instances.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    format: { type: 'string' },
    seconds: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
    as: { type: 'string', default: 'shop' },
    best: { type: 'string' },
    only: { type: 'string', default: '' },
    shops: { type: 'string' },
    compare: { type: 'boolean', default: false },
    features: { type: 'boolean', default: false },
  },
})

const seconds = Number(values.seconds)
const seed = Number(values.seed)
const format = instanceFormats.find((name) => name === values.format)
const clock = instanceClocks.find((name) => name === values.as)
const usage = `npm run bench:engine -- [--features | --shops N | --compare | --format ${instanceFormats.join('|')} --as ${instanceClocks.join('|')} --seconds S --seed N --only NAME,... --best TABLE FILE...]`

if (values.shops !== undefined) countBrokenPromises(Number(values.shops))
else if (values.compare) await compareWithSolver(seed, seconds)
else if (values.format === undefined) benchShops(seed, values.features)
else if (!format || !clock || positionals.length === 0 || !(seconds >= 0) || !Number.isInteger(seed)) {
  console.error(usage)
  process.exitCode = 2
} else {
  const only = values.only.split(',').filter((name) => name !== '')
  benchInstances({ format, clock, files: positionals, seconds, seed, only, best: values.best ?? null })
}
