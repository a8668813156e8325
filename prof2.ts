import { dispatchRules } from '#domain/scheduling/core/dispatch-rules.ts'
import { PlanBuilder } from '#domain/scheduling/core/plan-builder.ts'
import { parallelSchedule } from '#domain/scheduling/core/parallel-schedule.ts'
import { shopModel } from '#domain/scheduling/shop-model.ts'
import { shopProblem } from '#domain/scheduling/shop-problem.ts'
import { randomShop } from './src/testing/bench/random-shop.ts'
import { createHash } from 'node:crypto'
import inspector from 'node:inspector/promises'
import fs from 'node:fs'
const cpu = () => { const { user, system } = process.threadCpuUsage(); return (user + system) / 1000 }
const tenths = { materials: 0.1, capacities: 0.1, waits: 0.1, outside: 0.1, setups: 0.1, pools: 0.1, alternatives: 0.1, overlaps: 0.1 }
const large = (s: any) => { const isPool = (c: string) => c.startsWith('pool-'); return { ...s, categories: s.categories.map((c: any) => isPool(c.categoryId) ? { ...c, capacity: c.capacity * 5 } : c), capacitySpans: s.capacitySpans?.filter((x: any) => !isPool(x.categoryId)) ?? [] } }
const plain = { seed: Number(process.argv[5] ?? 7), projects: Number(process.argv[4] ?? 10000), operations: 20, categories: 50, trouble: 0 }
const which = process.argv[2] ?? 'features'
const feats: any = which === 'plain' ? {} : which === 'features' ? tenths : Object.fromEntries(which.split(',').map(k => [k, 0.1]))
const snapshot: any = which === 'plain' ? randomShop(plain) : large(randomShop({ ...plain, ...feats } as any))
const { problem } = shopProblem(shopModel(snapshot, 'all'))
const rule = dispatchRules(problem)[0]!()
const b = new PlanBuilder(problem)
const times: number[] = []
const session = new inspector.Session(); session.connect()
const n = Number(process.argv[3] ?? 6)
parallelSchedule(b, rule, () => false)
if (process.env.PROF) { await session.post('Profiler.enable'); await session.post('Profiler.setSamplingInterval', { interval: 300 }); await session.post('Profiler.start') }
for (let i = 0; i < n; i++) { const t = cpu(); parallelSchedule(b, rule, () => false); times.push(cpu() - t) }
if (process.env.PROF) { const { profile } = await session.post('Profiler.stop') as any; fs.writeFileSync('/tmp/cp/p.json', JSON.stringify(profile)) }
const h = createHash('sha1').update(new Uint8Array(b.start.buffer)).update(new Uint8Array(b.end.buffer)).digest('hex').slice(0, 8)
let late = 0, placed = 0
for (let p = 0; p < problem.projectCount; p++) {}
const endOf = new Float64Array(problem.projectCount)
for (let i = 0; i < problem.operationCount; i++) { const e = b.end[i]; if (e !== Infinity) { placed++; endOf[problem.project[i]] = Math.max(endOf[problem.project[i]], e) } }
for (let p = 0; p < problem.projectCount; p++) if (problem.due[p] !== Infinity) late += Math.max(0, endOf[p] - problem.due[p]) * problem.weight[p] / 3.6e6
console.log(which, 'min', Math.min(...times).toFixed(0), 'med', times.sort((a, b) => a - b)[n >> 1]?.toFixed(0), h, 'placed', placed, 'wlate h', late.toFixed(0), 'changeover h', (b.changeover / 3.6e6).toFixed(0), rule.name)
