import { parentPort, workerData } from 'node:worker_threads'
import { giveWay } from '../../give-way.ts'
import { answerForecasts } from './answer-forecasts.ts'
import { type ComputingThreadData, stopReader } from './computing-thread.ts'

giveWay()
parentPort?.on(
  'message',
  answerForecasts((message) => parentPort?.postMessage(message), stopReader(workerData as ComputingThreadData)),
)
