import { parentPort, workerData } from 'node:worker_threads'
import { giveWay } from '../../give-way.ts'
import { ShopReceiver } from '../scheduling/send-shop.ts'
import { answerScheduleJob } from './answer-schedule-job.ts'
import { type ScheduleReply, type ScheduleRequest, type ScheduleWorkerData, threadOrders } from './schedule-messages.ts'

const order = new Int32Array((workerData as ScheduleWorkerData).order)
const isOrdered = (which: keyof typeof threadOrders) => () => Atomics.load(order, 0) === threadOrders[which]
const reply = (message: ScheduleReply) => parentPort?.postMessage(message)

const received = new ShopReceiver()
giveWay()

parentPort?.on('message', (request: ScheduleRequest) => {
  if (request.kind !== 'go') return received.take(request)
  const snapshot = received.snapshot()
  if (snapshot)
    answerScheduleJob(snapshot, request.job, {
      shouldStop: isOrdered('stop'),
      shouldEndSearch: isOrdered('endSearch'),
      reply,
    })
})
