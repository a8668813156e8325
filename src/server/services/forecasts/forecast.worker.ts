import { parentPort, workerData } from 'node:worker_threads'
import { giveWay } from '../../give-way.ts'
import { answerForecasts } from './answer-forecasts.ts'
import { type ComputingThreadData, stopReader } from './computing-thread.ts'

const data = workerData as ComputingThreadData
giveWay(data.givesWay)
parentPort?.on(
  'message',
  answerForecasts((message) => parentPort?.postMessage(message), stopReader(data)),
)
