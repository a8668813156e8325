import { parentPort, workerData } from 'node:worker_threads'
import type { ShopSnapshot } from '#domain/scheduling/shop-snapshot.ts'
import { answerScheduleJob } from './answer-schedule-job.ts'
import type { ScheduleReply, ScheduleRequest, ScheduleWorkerData } from './schedule-messages.ts'

const cancelled = new Int32Array((workerData as ScheduleWorkerData).cancel)
const shouldStop = () => Atomics.load(cancelled, 0) !== 0
const reply = (message: ScheduleReply) => parentPort?.postMessage(message)

let shop: Omit<ShopSnapshot, 'projects'> | undefined
const projects: ShopSnapshot['projects'] = []

parentPort?.on('message', (request: ScheduleRequest) => {
  if (request.kind === 'shop') shop = request.shop
  else if (request.kind === 'projects') projects.push(...request.projects)
  else if (shop) answerScheduleJob({ ...shop, projects }, request.job, { shouldStop, reply })
})
