import { parentPort, workerData } from 'node:worker_threads'
import { giveWay } from '../../give-way.ts'
import { ShopReceiver } from '../scheduling/send-shop.ts'
import { answerScheduleJob } from './answer-schedule-job.ts'
import type { ScheduleReply, ScheduleRequest, ScheduleWorkerData } from './schedule-messages.ts'

const cancelled = new Int32Array((workerData as ScheduleWorkerData).cancel)
const shouldStop = () => Atomics.load(cancelled, 0) !== 0
const reply = (message: ScheduleReply) => parentPort?.postMessage(message)

const received = new ShopReceiver()
giveWay()

parentPort?.on('message', (request: ScheduleRequest) => {
  if (request.kind !== 'go') return received.take(request)
  const snapshot = received.snapshot()
  if (snapshot) answerScheduleJob(snapshot, request.job, { shouldStop, reply })
})
